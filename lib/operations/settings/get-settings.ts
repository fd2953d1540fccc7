import type { SettingsView } from '#lib/contracts/organization/settings'
import { defineOperation } from '#lib/operations/define-operation'
import { settingsView } from './settings-view.ts'

/** Name and time zone of the organization; every member may read them. */
export const getSettings = defineOperation<object, SettingsView>({
  name: 'getSettings',
  permission: 'self:manage',
  run: ({ actor, tx }) => settingsView(tx, actor.organizationId),
})
