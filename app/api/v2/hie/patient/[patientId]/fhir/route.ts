import { requestPatientFhirContract } from '#lib/contracts/hie'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { requestPatientFhir } from '#lib/operations/hie/request-patient-data'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(requestPatientFhirContract, requestPatientFhir, {
    respond: ({ asyncResultId }) => ({ status: 202, headers: { location: `/api/v2/async-result/${asyncResultId}`, 'retry-after': '2' }, body: { asyncResultId } }),
  }),
})
