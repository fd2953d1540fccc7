import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { defineProvider } from '../provider.ts'
import {
  sandboxBundle,
  sandboxDocument,
  sandboxDocuments,
  sandboxPatient,
  type SandboxPatient,
} from './sandbox-records.ts'

/**
 * Collections: `patients`, and `requests` by our own id with the instant at which each is ready.
 */
export const hieSandbox = defineProvider({
  kind: 'hie',
  id: 'sandbox',
  title: 'Sandbox',
  description:
    'FHIR data and documents of five invented patients (HIE-3001 to HIE-3005), answered after a ' +
    'delay. No set-up.',
  config: z.object({
    delaySeconds: z
      .number()
      .min(0)
      .max(3600)
      .default(2)
      .meta({ title: 'Delay', description: 'Seconds until a request is answered.' }),
  }),
  secrets: z.object({}),
  addressFields: [],
  embedded: true,
  open({ config, store }) {
    async function patientOrThrow(id: string): Promise<SandboxPatient> {
      const patient = sandboxPatient((await store.get('patients', id)) ?? {})
      if (!patient)
        throw new ApiError(
          'not_found',
          'The exchange does not know this patient. Check the patient id; ' +
            'the sandbox has HIE-3001 to HIE-3005.',
          { provider: 'sandbox' },
        )
      return patient
    }
    const secondsTo = (readyAt: unknown) => (Date.parse(String(readyAt)) - Date.now()) / 1000

    return {
      async start({ patientId }, { requestId, signal }) {
        signal.throwIfAborted()
        await patientOrThrow(patientId)
        // A repeated start finds the request of the first one.
        await store.insert('requests', requestId, {
          readyAt: new Date(Date.now() + config.delaySeconds * 1000).toISOString(),
        })
        const request = await store.get('requests', requestId)
        return {
          status: 'processing',
          ticket: { requestId },
          providerRequestId: requestId,
          retryAfterSeconds: Math.max(0, secondsTo(request?.['readyAt'])),
        }
      },
      async poll(_request, ticket, signal) {
        signal.throwIfAborted()
        const request = await store.get('requests', String(ticket['requestId']))
        const left = secondsTo(request?.['readyAt'])
        return left > 0 ? { status: 'processing', retryAfterSeconds: left } : { status: 'ready' }
      },
      bundle: async (request) => sandboxBundle(await patientOrThrow(request.patientId), request),
      documents: async (request) =>
        sandboxDocuments(await patientOrThrow(request.patientId), request),
      download: async ({ source }) =>
        sandboxDocument(await patientOrThrow(String(source['patientId'])), String(source['part'])),
      async test() {
        return `The sandbox exchange works; it knows ${(await store.list('patients')).length} patients.`
      },
    }
  },
})
