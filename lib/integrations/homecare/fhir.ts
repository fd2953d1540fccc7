import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { fhirClient, fhirConfigFields, fhirError, fhirSecrets } from '../fhir/client.ts'
import { anyOf, literal, reference as referenceTo, searchPath, strict } from '../fhir/search.ts'
import { defineProvider } from '../provider.ts'
import type { HomecarePatient, PatientSearch } from './port.ts'
import { selectPatients } from './search.ts'

const reference = z.object({ reference: z.string().optional(), display: z.string().optional() })
const patientSchema = z.object({
  resourceType: z.literal('Patient'),
  id: z.string(),
  active: z.boolean().optional(),
  name: z
    .array(
      z.object({
        use: z.string().optional(),
        text: z.string().optional(),
        family: z.string().optional(),
        given: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  birthDate: z.string().optional(),
  managingOrganization: reference.optional(),
})
const episodeSchema = z.object({
  resourceType: z.literal('EpisodeOfCare'),
  status: z.string(),
  patient: reference,
  managingOrganization: reference.optional(),
  period: z.object({ start: z.string().optional() }).optional(),
})
const bundleSchema = z.object({
  entry: z.array(z.object({ resource: z.unknown() })).default([]),
  link: z.array(z.object({ relation: z.string(), url: z.string() })).default([]),
})

type FhirPatient = z.infer<typeof patientSchema>
type Episode = z.infer<typeof episodeSchema>

const maxPages = 50
const idOf = (ref: string | undefined) => ref?.split('/').at(-1) ?? null

function nameOf({ name, id }: FhirPatient): string {
  const best = name?.find(({ use }) => use === 'official') ?? name?.[0]
  return best?.text ?? ([...(best?.given ?? []), best?.family].filter(Boolean).join(' ') || id)
}

/**
 * The newest episode decides the status of a patient; planned and waiting episodes are prospects
 * (R4 EpisodeOfCare.status).
 */
function toPatient(patient: FhirPatient, episodes: Episode[]): HomecarePatient {
  const [newest] = episodes.toSorted((one, other) =>
    (other.period?.start ?? '').localeCompare(one.period?.start ?? ''),
  )
  return {
    id: patient.id,
    name: nameOf(patient),
    birthDate: patient.birthDate ?? null,
    disposition: newest?.status ?? null,
    facilityId:
      idOf(newest?.managingOrganization?.reference) ??
      idOf(patient.managingOrganization?.reference),
    prospect: newest?.status === 'planned' || newest?.status === 'waitlist',
    deleted: patient.active === false,
  }
}

type Request = ReturnType<typeof fhirClient>

/** All pages of a search; the client refuses a next page on another host. */
async function all(request: Request, path: string, signal: AbortSignal): Promise<unknown[]> {
  const found: unknown[] = []
  let next: string | undefined = path
  for (let page = 1; next !== undefined; page++) {
    if (page > maxPages)
      throw new ApiError(
        'provider_error',
        'The search matches too many patients. Narrow it down.',
        { provider: 'fhir' },
      )
    const response = await request({
      method: 'GET',
      path: next,
      headers: strict,
      signal,
      repeatable: true,
    })
    if (response.status !== 200) throw fhirError(response)
    const bundle = bundleSchema.safeParse(response.json())
    if (!bundle.success)
      throw new ApiError(
        'provider_error',
        'The provider answered something that is no FHIR Bundle.',
        { provider: 'fhir', status: response.status },
      )
    found.push(...bundle.data.entry.map(({ resource }) => resource))
    next = bundle.data.link.find(({ relation }) => relation === 'next')?.url
  }
  return found
}

/** Episodes of care by patient. */
async function episodesOf(
  request: Request,
  ids: string[],
  signal: AbortSignal,
): Promise<Map<string, Episode[]>> {
  const byPatient = new Map<string, Episode[]>()
  const batch = 50
  for (let start = 0; start < ids.length; start += batch) {
    const patients = anyOf(ids.slice(start, start + batch).map((id) => referenceTo('Patient', id)))
    const path = searchPath('EpisodeOfCare', [['patient', patients]], 200)
    for (const resource of await all(request, path, signal)) {
      const episode = episodeSchema.safeParse(resource)
      const id = episode.success ? idOf(episode.data.patient.reference) : null
      if (episode.success && id) byPatient.set(id, [...(byPatient.get(id) ?? []), episode.data])
    }
  }
  return byPatient
}

export const homecareFhir = defineProvider({
  kind: 'homecare',
  id: 'fhir',
  title: 'FHIR R4',
  description: 'A home-care system with a FHIR R4 server: Patient and EpisodeOfCare.',
  config: z.object(fhirConfigFields),
  secrets: fhirSecrets,
  addressFields: ['baseUrl', 'tokenUrl'],
  embedded: false,
  open(settings) {
    const request = fhirClient(settings, 'system/Patient.rs system/EpisodeOfCare.rs')

    return {
      async searchPatients(search: PatientSearch, signal: AbortSignal) {
        const byName = search.name ? ([['name', literal(search.name)]] as const) : []
        const resources = await all(request, searchPath('Patient', byName, 200), signal)
        const patients = resources.flatMap((resource) => {
          const parsed = patientSchema.safeParse(resource)
          return parsed.success ? [parsed.data] : []
        })
        const episodes = await episodesOf(
          request,
          patients.map(({ id }) => id),
          signal,
        )
        // The server matched the name by its own rules (parts of given and family names); the rest
        // is decided here, for every server alike.
        const { name: _name, ...rest } = search
        return selectPatients(
          patients.map((patient) => toPatient(patient, episodes.get(patient.id) ?? [])),
          rest,
        )
      },
      async test(signal) {
        const response = await request({
          method: 'GET',
          path: 'Patient?_count=1',
          signal,
          repeatable: true,
        })
        if (response.status !== 200) throw fhirError(response)
        return 'The FHIR server answered and took our credentials.'
      },
    }
  },
})
