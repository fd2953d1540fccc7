import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { isWantedType, type HieRequest } from '#lib/domain/provider/hie'
import type { ProviderResponse } from '../outbound/http.ts'
import type { Bundle, HieDocument } from './port.ts'

const bundleSchema = z.looseObject({
  resourceType: z.literal('Bundle'),
  entry: z
    .array(z.looseObject({ resource: z.looseObject({ resourceType: z.string() }).optional() }))
    .optional(),
})

/** Parses a FHIR Bundle, or throws `provider_error`. */
export function requireBundle(
  value: unknown,
  provider: string,
  response?: ProviderResponse,
): Bundle {
  const parsed = bundleSchema.safeParse(value)
  if (!parsed.success)
    throw new ApiError(
      'provider_error',
      'The provider answered something that is no FHIR Bundle.',
      { provider, code: 'no_bundle', ...(response ? { status: response.status } : {}) },
    )
  return parsed.data
}

const referenceSchema = z.looseObject({
  id: z.string().optional(),
  status: z.string().optional(),
  date: z.string().optional(),
  description: z.string().optional(),
  type: z.looseObject({ text: z.string().optional() }).optional(),
  content: z
    .array(
      z.looseObject({
        attachment: z.looseObject({
          contentType: z.string().optional(),
          url: z.string().optional(),
          data: z.string().optional(),
          title: z.string().optional(),
          creation: z.string().optional(),
        }),
      }),
    )
    .default([]),
})

/** Whether a document is within the requested days; one without a date is. */
export function isInPeriod({ dateFrom, dateTo }: HieRequest, date: string | null): boolean {
  const day = date?.slice(0, 10)
  return (
    day === undefined ||
    ((dateFrom === undefined || day >= dateFrom) && (dateTo === undefined || day <= dateTo))
  )
}

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'text/plain': 'txt',
  'text/html': 'html',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/tiff': 'tif',
}

/** Turns the requested attachments of FHIR DocumentReferences (R4 §2.42) into documents. */
export function documentsOf(
  references: unknown[],
  request: Extract<HieRequest, { kind: 'documents' }>,
): HieDocument[] {
  return references.flatMap((reference, index) => {
    const parsed = referenceSchema.safeParse(reference)
    if (!parsed.success || parsed.data.status === 'entered-in-error') return []
    const { id = `document-${index + 1}`, description, type, content, ...rest } = parsed.data
    return content.flatMap(({ attachment }, part): HieDocument[] => {
      const mimeType = attachment.contentType ?? 'application/octet-stream'
      const date = rest.date ?? attachment.creation ?? null
      if (!isWantedType(request.mimeTypes, mimeType) || !isInPeriod(request, date)) return []
      if (attachment.url === undefined && attachment.data === undefined) return []
      const name = attachment.title ?? `${id}.${extensions[mimeType.split(';')[0] ?? ''] ?? 'bin'}`
      return [
        {
          id: content.length > 1 ? `${id}#${part}` : id,
          fileName: name,
          mimeType,
          date,
          description: description ?? type?.text ?? null,
          source:
            attachment.url === undefined
              ? { data: attachment.data }
              : { url: attachment.url, mimeType, title: attachment.title },
        },
      ]
    })
  })
}
