import type { InstanceAdministrator } from '#lib/contracts/instance/instance'
import { grantAdministration, loadAdministrators, revokeAdministration } from './administrators.ts'
import { defineInstanceOperation } from './define-instance-operation.ts'

/** The instance administrators, by name. */
export const listInstanceAdministrators = defineInstanceOperation<
  object,
  { items: InstanceAdministrator[] }
>({
  name: 'listInstanceAdministrators',
  run: async ({ tx }) => ({ items: await loadAdministrators(tx) }),
})

/**
 * Makes somebody an instance administrator. It concerns no organization; the entry is in that of
 * the one who did it. Throws 404.
 */
export const addInstanceAdministrator = defineInstanceOperation<
  { email: string },
  InstanceAdministrator
>({
  name: 'addInstanceAdministrator',
  needsConfirmation: true,
  audit: ({ actor, output: { id, email } }) => ({
    organizationId: actor.organizationId,
    action: 'instance.administrator_added',
    objectKind: 'user',
    objectId: id,
    details: { email },
  }),
  run: async ({ actor, input: { email }, tx }) =>
    await grantAdministration(tx, { email, grantedBy: actor.name }),
})

/** Ends that somebody is an instance administrator. Throws 404, and 409 for the last one. */
export const removeInstanceAdministrator = defineInstanceOperation<
  { id: string },
  InstanceAdministrator
>({
  name: 'removeInstanceAdministrator',
  needsConfirmation: true,
  audit: ({ actor, output: { id, email } }) => ({
    organizationId: actor.organizationId,
    action: 'instance.administrator_removed',
    objectKind: 'user',
    objectId: id,
    details: { email },
  }),
  run: async ({ input: { id }, tx }) => await revokeAdministration(tx, id),
})
