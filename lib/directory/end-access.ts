import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client'

/** How many sessions and API keys ended, and how many open screens were given back. */
export type EndedAccess = { sessions: number; apiKeys: number; claims: number }

/**
 * Ends what a person does in an organization: sessions, API keys and claims of open screens. Every
 * request asks Postgres for its session or key, so this holds from the next request on. The caller
 * takes the membership away in the same transaction. Works under the roles `app` and `auth`.
 */
export async function endAccessOfLeaver(
  tx: Tx,
  organizationId: string,
  userId: string,
): Promise<EndedAccess> {
  const { rows } = await tx.execute<{ sessions: number; api_keys: number; claims: number }>(
    sql`select * from end_access(${organizationId}::uuid, ${userId}::uuid)`,
  )
  const [row] = rows
  return { sessions: row?.sessions ?? 0, apiKeys: row?.api_keys ?? 0, claims: row?.claims ?? 0 }
}
