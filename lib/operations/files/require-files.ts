import { inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { files } from '#db/schema/documents'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { seesAllRuns } from '../access/access-sql.ts'
import { idsIn } from './claim-files.ts'
import { getFileFor } from './file-for.ts'

/** Whether `requireFiles` would have to ask the database. */
export const mayNameFiles = (actor: Actor, data: unknown): boolean =>
  !seesAllRuns(actor) && idsIn(data).length > 0

/**
 * Throws 400 when data that a caller sends names a file that they do not see. Who sees a run sees
 * the files that its data name: else everybody could open any file by starting a run with its id.
 */
export async function requireFiles(
  tx: Tx,
  actor: Actor,
  data: unknown,
  path: string,
): Promise<void> {
  if (!mayNameFiles(actor, data)) return
  const named = await tx
    .select({ id: files.id })
    .from(files)
    .where(inArray(files.id, idsIn(data)))
  for (const { id } of named)
    await getFileFor(tx, actor, id).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.statusCode !== 404) throw error
      throw ApiError.invalid([{ path, message: `There is no uploaded file with the id ${id}.` }])
    })
}
