import type { SingleSignOnView } from '#lib/contracts/organization/single-sign-on'
import { defineOperation } from '../define-operation.ts'
import { singleSignOnView } from './views.ts'

/** Reads connections, domains and break-glass owners of the organization. */
export const getSingleSignOn = defineOperation<object, SingleSignOnView>({
  name: 'getSingleSignOn',
  permission: 'sso:manage',
  run: async ({ tx }) => await singleSignOnView(tx),
})
