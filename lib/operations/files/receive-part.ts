import { and, eq, sql } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { uploads } from '#db/schema/documents'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { FileView, UploadView } from '#lib/contracts/data/files'
import { joinParts, LostParts, removeFile, writePart } from '#lib/documents/file-store'
import { mimeTypeOf } from '#lib/documents/mime-type'
import { requireClean } from '#lib/documents/virus-scan'
import { ApiError } from '#lib/domain/api-error'
import { maxPartBytes } from '#lib/domain/form/file-limits'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { findUpload, uploadViewOrThrow, type UploadRow } from './find-upload.ts'
import { insertFile } from './record-file.ts'
import { requireNoProgram } from './require-no-program.ts'

export type Part = {
  id: string
  /** Where in the file the part begins, in bytes. */
  offset: number
  /** `Content-Digest` (RFC 9530), when the sender gave one. */
  digest: string | null
  body: ReadableStream<Uint8Array> | null
}

type Joined = Awaited<ReturnType<typeof joinParts>>

/** Makes the upload a file with the same id. Of two requests at once, one does it. */
const finish = defineOperation<{ upload: UploadRow; joined: Joined }, FileView | undefined>({
  name: 'finish-upload',
  permission: 'files:upload',
  audit: ({ output }) =>
    output && {
      action: 'file.upload',
      objectKind: 'file',
      objectId: output.id,
      details: { size: output.size, mimeType: output.mimeType },
    },
  async run({ actor, input: { upload, joined }, tx }) {
    const { id, fileName, storageKey, temporary } = upload
    const gone = await tx.delete(uploads).where(eq(uploads.id, id)).returning({ id: uploads.id })
    if (gone.length === 0) return undefined
    const { size, sha256 } = joined
    const mimeType = mimeTypeOf(joined.head, upload.mimeType)
    const stored = { fileName, mimeType, size, sha256, storageKey }
    return await insertFile(tx, actor, stored, { id, temporary })
  },
})

const goesOnAt = (received: number): ApiError =>
  new ApiError('conflict', `This upload goes on at byte ${received}.`, { received })

async function* bytesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  try {
    if (body) yield* body as unknown as AsyncIterable<Uint8Array>
  } catch (error) {
    const issue = { path: '', message: 'The part is not complete. Send it again.' }
    throw Object.assign(ApiError.invalid([issue]), { cause: error })
  }
}

/** Throws 400 when the sender's SHA-256 is not that of the received part. */
function checkDigest(digest: string | null, sha256: string): void {
  const given = /(?:^|[,\s])sha-256=:([A-Za-z0-9+/]+=*):/.exec(digest ?? '')?.[1]
  if (given === undefined || given === sha256) return
  const message = 'The received part does not match Content-Digest. Send the part again.'
  throw ApiError.invalid([{ path: 'Content-Digest', message }])
}

/** Refuses a file by its content. What can never be taken is deleted with its upload. */
async function requireTakenOrDrop(actor: Actor, upload: UploadRow, joined: Joined): Promise<void> {
  const { id, fileName, storageKey } = upload
  try {
    requireNoProgram(actor, { fileName, mimeType: mimeTypeOf(joined.head, upload.mimeType) })
    await requireClean(storageKey)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unprocessable') {
      await inOrganization(actor.organizationId, async (tx) => {
        await tx.delete(uploads).where(eq(uploads.id, id))
      })
      await removeFile(storageKey)
    }
    throw error
  }
}

const { keyScope: name, permission } = finish

/**
 * Lets an upload begin again whose parts are lost, because another store was set or restored
 * meanwhile: 409 with `received` 0. A late repetition finds no parts either when they have become
 * the file, and is answered with it.
 */
async function beginAgain(actor: Actor, id: string, cause: LostParts): Promise<UploadView> {
  const now = await inOrganization(actor.organizationId, async (tx) => {
    await tx
      .update(uploads)
      .set({ received: 0, updatedAt: sql`now()` })
      .where(eq(uploads.id, id))
    return await uploadViewOrThrow(tx, actor, id)
  })
  if (now.file !== null) return now
  throw Object.assign(goesOnAt(0), { cause })
}

async function receive(
  actor: Actor,
  { id, offset, digest, body }: Part,
  info: CallInfo = {},
): Promise<UploadView> {
  requirePermission(actor, permission)
  const { organizationId } = actor
  const started = await inOrganization(organizationId, async (tx) => {
    const upload = await findUpload(tx, actor, id)
    return upload ?? (await uploadViewOrThrow(tx, actor, id))
  })
  if ('file' in started) return started
  if (offset !== started.received) throw goesOnAt(started.received)
  try {
    return await receiveInto(started, actor, { id, offset, digest, body }, info)
  } catch (error) {
    if (error instanceof LostParts) return await beginAgain(actor, id, error)
    throw error
  }
}

async function receiveInto(
  started: UploadRow,
  actor: Actor,
  { id, offset, digest, body }: Part,
  info: CallInfo,
): Promise<UploadView> {
  const { organizationId } = actor
  const maxBytes = Math.min(maxPartBytes, started.size - offset)
  const part = await writePart(started.storageKey, offset, bytesOf(body), { maxBytes })
  checkDigest(digest, part.sha256)
  const received = offset + part.size
  const finished = await inOrganization(organizationId, async (tx) => {
    const further = await tx
      .update(uploads)
      .set({ received, updatedAt: sql`now()` })
      .where(and(eq(uploads.id, id), eq(uploads.received, offset)))
      .returning({ id: uploads.id })
    if (further.length > 0) return undefined
    // Another request of the same sender was first; it may have finished the file.
    const now = await uploadViewOrThrow(tx, actor, id)
    if (now.file === null) throw goesOnAt(now.received)
    return now
  })
  if (finished) return finished
  if (received < started.size) return { id, size: started.size, received, file: null }

  const joined = await joinParts(started.storageKey, started.size)
  await requireTakenOrDrop(actor, started, joined)
  const file = await finish(actor, { upload: started, joined }, info)
  if (file) return { id, size: file.size, received, file }
  return await inOrganization(organizationId, (tx) => uploadViewOrThrow(tx, actor, id))
}

/**
 * Receives the next part of an upload. Its bytes are on the disk before `received` rises. The last
 * part makes the file. A repeated part gets the first answer once the file exists; before that it
 * is 409 with `received`, the byte to go on at (0 when what was received before is lost).
 * Errors: 403, 404, 409, 413 (a part over 8 MB, or more bytes than the file was declared to have),
 * 400 (not complete, or not as `Content-Digest` says), 422 (a virus, or a program from a stranger),
 * 503 (the virus scanner does not answer). Only 422 loses what was received before.
 */
export const receivePart = asOperation({ name, permission }, receive)
