import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { files } from '#db/schema/documents'
import { ApiError } from '#lib/domain/api-error'

/** For the service itself; callers get theirs by `getFileFor`. Row-level security keeps other organizations' files out. Throws 404. */
export async function getFileOrThrow(tx: Tx, id: string): Promise<typeof files.$inferSelect> {
  const [file] = await tx.select().from(files).where(eq(files.id, id))
  if (!file) throw ApiError.notFound('file', id)
  return file
}
