import type { SqlSettings } from '#lib/contracts/data/sql'
import { defineOperation } from '../define-operation.ts'
import { sqlSettingsView } from './settings-view.ts'

/** Which databases the organization's SQL can run in, and why one cannot be used. */
export const getSqlSettings = defineOperation<object, SqlSettings>({
  name: 'getSqlSettings',
  permission: 'sql:run',
  run: ({ actor, tx }) => sqlSettingsView(tx, actor.organizationId),
})
