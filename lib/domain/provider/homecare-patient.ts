import { z } from 'zod'

const flag = (title: string, description: string) =>
  z
    .enum(['Y', 'N'], { error: 'Use Y or N.' })
    .optional()
    .meta({ title, enumNames: ['Yes', 'No'], description })
const text = (title: string, description: string) =>
  z
    .string()
    .trim()
    .min(1, 'Leave it out instead of giving it empty.')
    .max(200)
    .optional()
    .meta({ title, description })

/**
 * The fields of a home-care patient search (specification 2.9), for the endpoint and the step. A
 * field that is left out does not restrict the search.
 */
export const patientSearchFields = {
  name: text('Name', 'Part of the patient’s name, upper or lower case.'),
  facilityId: text('Facility', 'The id of the facility.'),
  dispositionFilter: text('Disposition', 'Only patients with this disposition.'),
  prospectFlag: flag('Prospects', 'Y: prospects only; N: no prospects.'),
  nonProspectFlag: flag('Non-prospects', 'Y: patients who are no prospects only; N: none of them.'),
  deleteFlag: flag('Deleted', 'Y: deleted records only; N: no deleted records.'),
  sort: text('Sort by', 'A field of the patient; a leading - sorts descending.'),
}

export const patientSearchSchema = z.strictObject(patientSearchFields)

/** A patient as the search answers it; a provider may add fields. `birthDate` is `YYYY-MM-DD`. */
export const homecarePatientSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    birthDate: z.string().nullable(),
    disposition: z.string().nullable(),
    facilityId: z.string().nullable(),
    prospect: z.boolean(),
    deleted: z.boolean(),
  })
  .catchall(z.unknown())
