import { and, desc, eq, isNotNull, lt } from 'drizzle-orm'
import { files } from '#db/schema/documents'
import { can, type Actor } from '#lib/auth/actor'
import type { RunFileView } from '#lib/contracts/runs/comments'
import { ApiError } from '#lib/domain/api-error'
import type { Page, PageQuery } from '#lib/domain/page'
import type { FileRemovalReason } from '#lib/domain/run/history'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { fileView } from '../files/file-view.ts'
import { removeBytes } from '../history/remove-bytes.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { tellWatchers } from '../screens/tell-watchers.ts'
import { caseOfRun, requirePerson } from './case-of-run.ts'

type Row = typeof files.$inferSelect

const mayRemove = (file: Row, actor: Actor): boolean =>
  actor.kind === 'user' && (file.createdById === actor.id || can(actor, 'runs:control'))

const runFileView = (file: Row, actor: Actor): RunFileView => ({
  ...fileView(file),
  removable: mayRemove(file, actor),
})

/** The files that people added to a run, for who sees it. Files that steps made have no person. */
export const listRunFiles = defineOperation<PageQuery & { id: string }, Page<RunFileView>>({
  name: 'listRunFiles',
  permission: 'runs:read',
  async run({ actor, input, tx }) {
    const runId = await caseOfRun(tx, actor, input.id)
    return await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows: (after, count) =>
        tx
          .select()
          .from(files)
          .where(
            and(
              eq(files.runId, runId),
              isNotNull(files.createdById),
              after && lt(files.id, after[0]),
            ),
          )
          .orderBy(desc(files.id))
          .limit(count),
      keyOf: ({ id }) => [id],
      view: (file) => runFileView(file, actor),
    })
  },
})

type Addition = { id: string; fileId: string }

const addRow = defineOperation<Addition, { runId: string; added: RunFileView }>({
  name: 'addRunFile',
  permission: 'runs:read',
  audit: ({ input, output }) => ({
    action: 'run.file-added',
    objectKind: 'run',
    objectId: input.id,
    details: {
      file: output.added.id,
      size: output.added.size,
      mimeType: output.added.mimeType,
    },
  }),
  async run({ actor, input, tx }) {
    requirePerson(actor)
    const runId = await caseOfRun(tx, actor, input.id)
    const [file] = await tx
      .update(files)
      .set({ runId, unclaimed: false })
      .where(
        and(eq(files.id, input.fileId), eq(files.createdById, actor.id), eq(files.unclaimed, true)),
      )
      .returning()
    if (!file) throw ApiError.notFound('upload', input.fileId)
    return { runId, added: runFileView(file, actor) }
  },
})

/**
 * Adds an upload of the caller to a run, with which it is deleted. Only a temporary upload that
 * nothing has taken yet: so no file of another run or form changes its owner. Who has a screen of
 * the case open sees it at once. Throws 404.
 */
export const addRunFile = asOperation(
  { name: addRow.keyScope, permission: addRow.permission },
  async (actor: Actor, input: Addition, info: CallInfo = {}): Promise<RunFileView> => {
    const { runId, added } = await addRow(actor, input, info)
    await tellWatchers(actor.organizationId, [runId])
    return added
  },
)

type Removal = { id: string; fileId: string; reason: FileRemovalReason }

const removeRow = defineOperation<Removal, { runId: string; storageKey: string }>({
  name: 'removeRunFile',
  permission: 'runs:read',
  audit: ({ input, output }) => ({
    action: 'run.file-removed',
    objectKind: 'run',
    objectId: output.runId,
    details: { file: input.fileId, reason: input.reason },
  }),
  async run({ actor, input, tx }) {
    requirePerson(actor)
    const runId = await caseOfRun(tx, actor, input.id)
    // A file without a person is one that a step made: the steps behind it may still read it.
    const added = and(
      eq(files.id, input.fileId),
      eq(files.runId, runId),
      isNotNull(files.createdById),
    )
    const [file] = await tx.select().from(files).where(added).for('update')
    if (!file) throw ApiError.notFound('file', input.fileId)
    if (!mayRemove(file, actor))
      throw new ApiError(
        'forbidden',
        'Only who added a file, and people who control runs, can remove it. Ask one of them.',
      )
    await tx.delete(files).where(eq(files.id, file.id))
    return { runId, storageKey: file.storageKey }
  },
})

/** Removes a file that somebody added to a run; its bytes when the removal is committed. */
export const removeRunFile = asOperation(
  { name: removeRow.keyScope, permission: removeRow.permission },
  async (actor: Actor, input: Removal, info: CallInfo = {}): Promise<Record<string, never>> => {
    const { runId, storageKey } = await removeRow(actor, input, info)
    await removeBytes({ storageKeys: [storageKey], payloadRuns: [] })
    await tellWatchers(actor.organizationId, [runId])
    return {}
  },
)
