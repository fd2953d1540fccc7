import { and, eq, gt, or, sql } from 'drizzle-orm'
import { authDb } from '#db/client'
import { directories } from '#db/schema/directories'
import type { Directory } from '#lib/directory/context'
import { isUuid } from '#lib/ids'
import { ScimError } from './error.ts'
import { hashOfToken } from '#lib/directory/token'

/**
 * The directory of a request, by its id in the address and its token. The same 401 for a missing,
 * wrong or ended token, an unknown directory, and a token of another one.
 */
export async function requireDirectory(request: Request, id: string): Promise<Directory> {
  const token = /^Bearer +(\S{1,512})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const directory = token && isUuid(id) ? await findDirectory(id, token) : undefined
  if (directory) return directory
  throw new ScimError(
    401,
    'The token is missing, wrong or replaced. Copy it again from Rounds, under Directories.',
    undefined,
    { 'www-authenticate': 'Bearer realm="Rounds SCIM"' },
  )
}

async function findDirectory(id: string, token: string): Promise<Directory | undefined> {
  const hash = hashOfToken(token)
  const former = and(
    eq(directories.formerTokenHash, hash),
    gt(directories.formerTokenUntil, sql`now()`),
  )
  const [directory] = await authDb()
    .select()
    .from(directories)
    .where(
      and(
        eq(directories.id, id),
        eq(directories.kind, 'scim'),
        or(eq(directories.tokenHash, hash), former),
      ),
    )
  return directory
}
