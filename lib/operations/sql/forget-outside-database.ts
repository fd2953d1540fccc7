import { eq } from 'drizzle-orm'
import { outsideDatabases } from '#db/schema/organization-databases'
import type { SqlSettings } from '#lib/contracts/data/sql'
import { defineOperation } from '../define-operation.ts'
import { sqlSettingsView } from './settings-view.ts'

/** SQL v1 runs in the organization's database here again. The other one is not changed. */
export const forgetOutsideDatabase = defineOperation<object, SqlSettings>({
  name: 'forgetOutsideDatabase',
  permission: 'settings:manage',
  audit: ({ actor }) => ({
    action: 'sql.outside-database-forgotten',
    objectKind: 'organization',
    objectId: actor.organizationId,
  }),
  async run({ actor: { organizationId }, tx }) {
    await tx.delete(outsideDatabases).where(eq(outsideDatabases.organizationId, organizationId))
    return await sqlSettingsView(tx, organizationId)
  },
})
