import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { files } from '#db/schema/documents'
import { testCases } from '#db/schema/test-sets'
import type { Actor } from '#lib/auth/actor'
import { openFile, putFile, removeFile, type StoredBytes } from '#lib/documents/file-store'
import { ApiError } from '#lib/domain/api-error'
import { mostCaseBytes } from '#lib/domain/ask/test-set'
import { inMegabytes } from '#lib/domain/form/file-limits'
import { newId } from '#lib/ids'
import { getFileFor } from '../files/file-for.ts'

type File = typeof files.$inferSelect

/**
 * A file of a case to be saved. A case has files of its own, which nothing else deletes and which
 * are deleted with it: it keeps what it has, takes a temporary upload of the caller, and copies what
 * belongs to a run or to something else.
 */
export type CaseFile =
  | { how: 'kept' | 'taken'; file: File }
  | { how: 'copied'; file: File; copy: StoredBytes }

const isTemporaryOf = (actor: Actor, { unclaimed, createdById, testCaseId }: File): boolean =>
  unclaimed && testCaseId === null && createdById === actor.id

/** The files that a caller names for a case. Throws 404 for one that they do not see, and 422. */
export async function namedFiles(
  tx: Tx,
  actor: Actor,
  fileIds: readonly string[],
  caseId?: string,
): Promise<File[]> {
  const found: File[] = []
  for (const id of new Set(fileIds.map((one) => one.toLowerCase()))) {
    // Who may change a case may keep what it has.
    const [own] = caseId
      ? await tx
          .select()
          .from(files)
          .where(and(eq(files.id, id), eq(files.testCaseId, caseId)))
      : []
    found.push(own ?? (await getFileFor(tx, actor, id)))
  }
  if (found.reduce((sum, { size }) => sum + size, 0) > mostCaseBytes)
    throw new ApiError(
      'unprocessable',
      `The files of a case have at most ${inMegabytes(mostCaseBytes)} together. Name fewer.`,
    )
  return found
}

/** Copies the bytes that a case needs, for `save`; when that fails, the copies are removed. */
export async function withCaseFiles<T>(
  actor: Actor,
  found: readonly File[],
  caseId: string,
  save: (own: CaseFile[]) => Promise<T>,
): Promise<T> {
  const own: CaseFile[] = []
  try {
    for (const file of found) {
      if (file.testCaseId === caseId) own.push({ how: 'kept', file })
      else if (isTemporaryOf(actor, file)) own.push({ how: 'taken', file })
      else {
        const bytes = (await openFile(file.storageKey)) as unknown as AsyncIterable<Uint8Array>
        own.push({ how: 'copied', file, copy: await putFile(bytes, { maxBytes: file.size }) })
      }
    }
    return await save(own)
  } catch (error) {
    for (const one of own) if (one.how === 'copied') await removeFile(one.copy.storageKey)
    throw error
  }
}

/** Makes files those of a case and answers their ids. Throws 404 for an upload that is gone. */
export async function ownFiles(
  tx: Tx,
  actor: Actor,
  caseId: string,
  given: readonly CaseFile[],
): Promise<string[]> {
  const ids: string[] = []
  for (const one of given) {
    const { id, fileName, mimeType } = one.file
    if (one.how === 'copied') {
      const copyId = newId()
      await tx.insert(files).values({
        id: copyId,
        organizationId: actor.organizationId,
        testCaseId: caseId,
        fileName,
        mimeType,
        size: one.copy.size,
        sha256: one.copy.sha256,
        storageKey: one.copy.storageKey,
        createdBy: actor.name,
      })
      ids.push(copyId)
      continue
    }
    const asBefore =
      one.how === 'kept'
        ? eq(files.testCaseId, caseId)
        : and(eq(files.unclaimed, true), isNull(files.testCaseId))
    const own = await tx
      .update(files)
      .set({ testCaseId: caseId, unclaimed: false })
      .where(and(eq(files.id, id), asBefore))
      .returning({ id: files.id })
    if (own.length === 0) throw ApiError.notFound('file', id)
    ids.push(id)
  }
  return ids
}

/** Deletes files of cases; the caller removes the answered bytes after the commit. */
const deleteFiles = async (tx: Tx, which: ReturnType<typeof and>): Promise<string[]> =>
  (await tx.delete(files).where(which).returning({ key: files.storageKey })).map(({ key }) => key)

/** Deletes the files of a case that are not among these. */
export async function deleteOtherFiles(
  tx: Tx,
  caseId: string,
  keptIds: readonly string[],
): Promise<string[]> {
  const own = await tx.select({ id: files.id }).from(files).where(eq(files.testCaseId, caseId))
  const lost = own.map(({ id }) => id).filter((id) => !keptIds.includes(id))
  return lost.length > 0 ? await deleteFiles(tx, inArray(files.id, lost)) : []
}

/** Deletes the files of cases. */
export const deleteCaseFiles = async (tx: Tx, caseIds: readonly string[]): Promise<string[]> =>
  caseIds.length > 0 ? await deleteFiles(tx, inArray(files.testCaseId, [...caseIds])) : []

/** Deletes the files of all cases of a workflow that is being deleted. */
export const deleteWorkflowCaseFiles = async (tx: Tx, workflowId: string): Promise<string[]> =>
  await deleteFiles(
    tx,
    inArray(
      files.testCaseId,
      tx.select({ id: testCases.id }).from(testCases).where(eq(testCases.workflowId, workflowId)),
    ),
  )
