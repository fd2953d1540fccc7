import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { files, uploads } from '#db/schema/documents'
import type { Actor } from '#lib/auth/actor'
import type { UploadView } from '#lib/contracts/data/files'
import { ApiError } from '#lib/domain/api-error'
import { fileView } from './file-view.ts'

export type UploadRow = typeof uploads.$inferSelect

/** An upload that this caller began and that is not finished. */
export async function findUpload(tx: Tx, actor: Actor, id: string): Promise<UploadRow | undefined> {
  const own = and(eq(uploads.actorKind, actor.kind), eq(uploads.actorId, actor.id))
  const [upload] = await tx
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), own))
  return upload
}

/**
 * How far an upload is; once it is finished, its file. Throws 404 for one that nobody began, that
 * somebody else began, or that rested for a day and was removed.
 */
export async function uploadViewOrThrow(tx: Tx, actor: Actor, id: string): Promise<UploadView> {
  const upload = await findUpload(tx, actor, id)
  if (upload) return { id, size: upload.size, received: upload.received, file: null }
  const [file] = await tx.select().from(files).where(eq(files.id, id))
  // A stranger is told of their file until the form is handed in, and of no other.
  if (!file || (actor.kind === 'public' && !file.unclaimed)) throw ApiError.notFound('upload', id)
  return { id, size: file.size, received: file.size, file: fileView(file) }
}
