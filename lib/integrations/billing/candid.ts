import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { addressField } from '../address-field.ts'
import type { ProviderResponse } from '../outbound/http.ts'
import { defineProvider } from '../provider.ts'
import { providerRefused } from '../outbound/provider-refused.ts'
import { candidClient } from './candid-client.ts'
import { holdsAlready } from './holds-already.ts'
import type { BillingPatient } from './port.ts'
import { setByCandid } from './set-by-candid.ts'
import { versionConflict } from './version-conflict.ts'

/**
 * Error bodies of Candid's pre-encounter API: `{errorName, content: {message, data?,
 * latest_version?}}`; older ones consist of the content alone.
 */
const contentSchema = z.object({ latest_version: z.int().optional() })
const errorSchema = z.object({
  errorName: z.string().max(100).optional(),
  content: z.unknown().optional(),
})
const patientSchema = z.record(z.string(), z.unknown()).and(z.object({ version: z.int() }))

function errorOf(response: ProviderResponse): {
  code: string | undefined
  latestVersion: number | undefined
} {
  try {
    const body = response.json()
    const { errorName, content } = errorSchema.parse(body)
    const parsed = contentSchema.safeParse(content ?? body)
    return {
      code: errorName,
      latestVersion: parsed.success ? parsed.data.latest_version : undefined,
    }
  } catch {
    return { code: undefined, latestVersion: undefined }
  }
}

const refused = (response: ProviderResponse) =>
  providerRefused('candid', response, { code: errorOf(response).code })
const unknownPatient = () =>
  new ApiError(
    'not_found',
    'The billing platform does not know this patient. Check the patient id.',
    { provider: 'candid' },
  )

function patientIn(response: ProviderResponse): BillingPatient & { version: number } {
  const parsed = patientSchema.safeParse(response.json())
  if (!parsed.success)
    throw new ApiError('provider_error', 'The provider answered something that is no patient.', {
      provider: 'candid',
      status: response.status,
    })
  return parsed.data
}

/** An id that cannot change the path. */
const isId = (id: string): boolean => !/^\.*$/.test(id)

/**
 * Candid Health, pre-encounter patients (API v1; sources: npm `candidhealth`, its reference and
 * serializers).
 */
export const billingCandid = defineProvider({
  kind: 'billing',
  id: 'candid',
  title: 'Candid Health',
  description: 'Patients of Candid’s pre-encounter API.',
  config: z.object({
    environment: z
      .enum(['production', 'sandbox'])
      .default('production')
      .meta({
        title: 'Environment',
        enumNames: ['Production', 'Sandbox'],
        description: 'Each has keys of its own.',
      }),
    clientId: z
      .string()
      .trim()
      .min(1, 'Give the client id.')
      .max(200)
      .meta({ title: 'Client id', description: 'From Users & Credentials in Candid.' }),
    timeoutSeconds: z
      .int()
      .min(1)
      .max(120)
      .default(15)
      .meta({ title: 'Time limit', description: 'Seconds to wait for an answer.' }),
    apiUrl: addressField(
      'API address',
      'Only where it is not Candid’s own: where tokens are asked for.',
    ).optional(),
    preEncounterUrl: addressField(
      'Pre-encounter address',
      'Only where it is not Candid’s own: where the patients are.',
    ).optional(),
  }),
  secrets: z.object({
    clientSecret: z
      .string()
      .optional()
      .meta({ title: 'Client secret', description: 'Belongs to the client id.' }),
  }),
  addressFields: ['environment', 'apiUrl', 'preEncounterUrl'],
  embedded: false,
  open(settings) {
    const { request, signIn } = candidClient(settings)
    const pathOf = (patientId: string) => `patients/v1/${encodeURIComponent(patientId)}`

    async function read(patientId: string, signal: AbortSignal) {
      const response = await request({
        method: 'GET',
        path: pathOf(patientId),
        signal,
        repeatable: true,
      })
      if (response.status === 404) throw unknownPatient()
      if (response.status !== 200) throw refused(response)
      return patientIn(response)
    }

    return {
      async updatePatient({ patientId, version: given, patient, mayBeRepeat }, signal) {
        if (!isId(patientId)) throw unknownPatient()
        const before = given === undefined ? await read(patientId, signal) : undefined
        if (before && mayBeRepeat && holdsAlready(before, patient, setByCandid)) return before
        const version = given ?? (before?.version ?? 0) + 1
        // The client does not repeat this: after a lost answer, the second call would meet a
        // conflict that the first one caused.
        const response = await request({
          method: 'PUT',
          path: `${pathOf(patientId)}/${version}`,
          body: patient,
          signal,
          repeatable: false,
        })
        if (response.status === 200) return patientIn(response)
        if (response.status === 404) throw unknownPatient()
        if (response.status !== 409) throw refused(response)
        const { code, latestVersion } = errorOf(response)
        const current =
          mayBeRepeat || latestVersion === undefined ? await read(patientId, signal) : undefined
        if (
          mayBeRepeat &&
          current?.version === version &&
          holdsAlready(current, patient, setByCandid)
        )
          return current
        throw versionConflict('candid', version, current?.version ?? latestVersion ?? 0, code)
      },
      async test(signal) {
        await signIn(signal)
        // A patient who does not exist: the answer shows that the patients' host accepts the token,
        // and reads no patient.
        const response = await request({
          method: 'GET',
          path: pathOf('00000000-0000-0000-0000-000000000000'),
          signal,
          repeatable: true,
        })
        if (response.status !== 404 && response.status !== 200) throw refused(response)
        return 'Candid answered and took our credentials.'
      },
    }
  },
})
