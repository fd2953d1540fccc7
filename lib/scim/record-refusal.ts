import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { authDb } from '#db/client'
import { directories } from '#db/schema/directories'
import { isUuid } from '#lib/ids'
import { log } from '#lib/log'
import type { ScimError } from './error.ts'

/**
 * Refusals that people who set a directory up must know of. The others are usual: a directory asks
 * whether somebody is there (404), or makes who is there already (409).
 */
const notable = new Set([400, 401, 413, 415, 429])

/**
 * Lets the page of the directory show why a request was refused; written every few seconds at most.
 * The answer does not wait for anything else, and never fails because of this.
 */
export async function recordRefusal(id: string, { status, message }: ScimError): Promise<void> {
  if (!notable.has(status) || !isUuid(id)) return
  const old = lt(directories.lastRefusalAt, sql`now() - interval '5 seconds'`)
  await authDb()
    .update(directories)
    .set({ lastRefusal: message, lastRefusalAt: sql`now()` })
    .where(
      and(
        eq(directories.id, id),
        eq(directories.kind, 'scim'),
        or(isNull(directories.lastRefusalAt), old),
      ),
    )
    .catch((error: unknown) => log.warn({ error }, 'a refusal of SCIM could not be noted'))
}
