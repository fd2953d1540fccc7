import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { files, uploads } from '#db/schema/documents'
import type { Actor } from '#lib/auth/actor'
import type { UploadView } from '#lib/contracts/data/files'
import { ApiError } from '#lib/domain/api-error'
import { fileView } from './file-view.ts'

export type UploadRow = typeof uploads.$inferSelect

/** Finds an unfinished upload of this caller. */
export async function findUpload(tx: Tx, actor: Actor, id: string): Promise<UploadRow | undefined> {
  const own = and(eq(uploads.actorKind, actor.kind), eq(uploads.actorId, actor.id))
  const [upload] = await tx
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), own))
  return upload
}

/** The file that an upload has become, as far as it is the caller's. */
async function finishedFor(tx: Tx, actor: Actor, id: string) {
  const [file] = await tx.select().from(files).where(eq(files.id, id))
  if (file?.createdById !== actor.id) return undefined
  // Everybody with the link of a form is the same caller: they see it until the form is submitted.
  return actor.kind === 'public' && !file.unclaimed ? undefined : file
}

/**
 * Reads how far an upload is, or its file once it is finished. Throws 404 when it does not exist,
 * belongs to another caller, or was deleted after a day without a new part.
 */
export async function uploadViewOrThrow(tx: Tx, actor: Actor, id: string): Promise<UploadView> {
  const upload = await findUpload(tx, actor, id)
  if (upload) return { id, size: upload.size, received: upload.received, file: null }
  const file = await finishedFor(tx, actor, id)
  if (!file) throw ApiError.notFound('upload', id)
  return { id, size: file.size, received: file.size, file: fileView(file) }
}
