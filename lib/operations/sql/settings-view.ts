import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { outsideDatabases } from '#db/schema/organization-databases'
import type { SqlSettings } from '#lib/contracts/data/sql'
import { limits } from '#lib/org-database/limits'
import { builtInState } from './database-targets.ts'

/** Which databases the organization's SQL can run in. */
export async function sqlSettingsView(tx: Tx, organizationId: string): Promise<SqlSettings> {
  const state = await builtInState(tx, organizationId)
  const [row] = await tx
    .select()
    .from(outsideDatabases)
    .where(eq(outsideDatabases.organizationId, organizationId))
  const outside = row && {
    host: row.host,
    port: row.port,
    database: row.database,
    user: row.userName,
    hasCa: row.ca !== null,
    updatedAt: row.updatedAt.toISOString(),
  }
  return {
    builtIn: {
      status: state.status,
      schema: state.schema,
      reason: state.status === 'ready' ? null : state.reason,
      limitBytes: limits.databaseBytes,
    },
    outside: outside ?? null,
  }
}
