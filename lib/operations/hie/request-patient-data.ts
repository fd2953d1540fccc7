import type { HieRequest } from '#lib/domain/provider/hie'
import { newId } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { requestHie } from './request-hie.ts'

type Period = { dateFrom?: string | undefined; dateTo?: string | undefined }
type Common = { patientId: string; connection?: string | undefined } & Period
type Requested = { asyncResultId: string; connection: string }

function operation<Input extends Common>(name: string, requestOf: (input: Input) => HieRequest) {
  return defineOperation<Input, Requested>({
    name,
    permission: 'integrations:call',
    audit: ({ output }) => ({
      action: 'hie.requested',
      objectKind: 'async-result',
      objectId: output.asyncResultId,
      details: { connection: output.connection },
    }),
    run: async ({ actor, input, tx }) =>
      await requestHie(tx, actor.organizationId, {
        connection: input.connection,
        request: requestOf(input),
        key: `api:${newId()}`,
        createdBy: actor.name,
        createdById: actor.id,
      }),
  })
}

/**
 * Specification 4.2: asks an exchange for a patient's FHIR data; the answer comes as the async
 * result.
 */
export const requestPatientFhir = operation<Common & { resources?: string[] | undefined }>(
  'requestPatientFhir',
  ({ patientId, resources, dateFrom, dateTo }) => ({
    kind: 'fhir',
    patientId,
    resources,
    dateFrom,
    dateTo,
  }),
)

/**
 * Specification 4.2: asks an exchange for a patient's documents, by MIME type; the answer comes as
 * the async result.
 */
export const requestPatientDocuments = operation<Common & { mimeTypes?: string[] | undefined }>(
  'requestPatientDocuments',
  ({ patientId, mimeTypes, dateFrom, dateTo }) => ({
    kind: 'documents',
    patientId,
    mimeTypes,
    dateFrom,
    dateTo,
  }),
)
