import { updateBillingPatientContract } from '#lib/contracts/billing'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { updateBillingPatient } from '#lib/operations/integrations/update-billing-patient'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  // The patient may have fields of any name, also those of the address.
  PUT: route(updateBillingPatientContract, updateBillingPatient, {
    input: ({ params: { slug, patientId, version }, body }) => ({ slug, patientId, version: Number(version), patient: body }),
  }),
})
