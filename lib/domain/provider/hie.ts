import { z } from 'zod'

const resourceType = z
  .string()
  .regex(/^[A-Z][A-Za-z]{1,63}$/, 'A FHIR resource type is written like "Observation".')
const mimeType = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z0-9][a-z0-9!#$&^_.+-]*\/([a-z0-9][a-z0-9!#$&^_.+-]*|\*)$/,
    'A MIME type is written like "application/pdf"; "image/*" means all images.',
  )
const date = z.iso.date('Write the date as YYYY-MM-DD.')

/** The fields of a request for FHIR data besides the patient. */
export const fhirRequestFields = {
  resources: z.array(resourceType).max(100).optional().meta({
    title: 'Resource types',
    description: 'For example Condition and MedicationRequest; left out: all of them.',
  }),
  dateFrom: date.optional().meta({ title: 'From', description: 'First day, YYYY-MM-DD.' }),
  dateTo: date.optional().meta({ title: 'To', description: 'Last day, YYYY-MM-DD.' }),
}

/** The fields of a request for documents besides the patient. */
export const documentsRequestFields = {
  mimeTypes: z.array(mimeType).max(50).optional().meta({
    title: 'MIME types',
    description: 'For example application/pdf or image/*; left out: all documents.',
  }),
  dateFrom: date.optional().meta({ title: 'From', description: 'First day, YYYY-MM-DD.' }),
  dateTo: date.optional().meta({ title: 'To', description: 'Last day, YYYY-MM-DD.' }),
}

/** Whether the days of a period are in order, or it is open. ISO dates sort as text. */
export const datesInOrder = ({
  dateFrom,
  dateTo,
}: {
  dateFrom?: string | undefined
  dateTo?: string | undefined
}): boolean => dateFrom === undefined || dateTo === undefined || dateFrom <= dateTo
export const datesOutOfOrder = { error: 'The first day lies after the last one.', path: ['dateTo'] }

type Period = { dateFrom?: string | undefined; dateTo?: string | undefined }

/** A request to a health information exchange. */
export type HieRequest =
  | ({ kind: 'fhir'; patientId: string; resources?: string[] | undefined } & Period)
  | ({ kind: 'documents'; patientId: string; mimeTypes?: string[] | undefined } & Period)

/**
 * A document of the answer. Its bytes are a file of the organization (GET
 * /api/v2/files/{fileId}/content). `date` is a day or an instant, as the exchange sends it.
 */
export const hieDocumentSchema = z.object({
  id: z.string().meta({ title: 'Id', description: 'As the exchange names the document.' }),
  fileName: z.string().meta({ title: 'File name' }),
  mimeType: z.string().meta({ title: 'MIME type' }),
  date: z.string().nullable().meta({ title: 'Date' }),
  description: z.string().nullable().meta({ title: 'Description' }),
  fileId: z.uuid().meta({ title: 'File', description: 'The stored file.' }),
})
export type HieDocumentView = z.infer<typeof hieDocumentSchema>

/**
 * Whether a document of this type is wanted: `image/*` matches every image; without a list every
 * type is wanted. Parameters such as charset are ignored.
 */
export function isWantedType(mimeTypes: readonly string[] | undefined, mimeType: string): boolean {
  if (!mimeTypes || mimeTypes.length === 0) return true
  const plain = mimeType.split(';')[0]?.trim().toLowerCase() ?? ''
  return mimeTypes.some(
    (wanted) =>
      wanted === plain || (wanted.endsWith('/*') && plain.startsWith(wanted.slice(0, -1))),
  )
}
