import type { HomecarePatient, PatientSearch } from '#lib/integrations/homecare/port'
import { openConnection } from '../connections/open-connection.ts'
import { defineOutsideOperation } from '../define-operation.ts'

/** Specification 4.1: searches the patients of the named home-care connection. */
export const searchHomecarePatients = defineOutsideOperation<
  PatientSearch & { slug: string },
  HomecarePatient[]
>({
  name: 'searchHomecarePatients',
  permission: 'integrations:call',
  audit: ({ input, output }) => ({
    action: 'homecare.patients-searched',
    objectKind: 'connection',
    objectId: input.slug,
    details: { found: output.length },
  }),
  async run({ actor, input: { slug, ...search }, info, signal }) {
    const port = await openConnection(actor.organizationId, 'homecare', slug, info)
    return await port.searchPatients(search, signal)
  },
})
