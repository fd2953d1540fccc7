import { and, desc, eq, isNotNull, lt } from 'drizzle-orm'
import { files } from '#db/schema/documents'
import type { FileView } from '#lib/contracts/data/files'
import { ApiError } from '#lib/domain/api-error'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '../define-operation.ts'
import { fileView } from '../files/file-view.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { caseOfRun, requirePerson } from './case-of-run.ts'

/** The files that people added to a run, for who sees it. Files that steps made have no person. */
export const listRunFiles = defineOperation<PageQuery & { id: string }, Page<FileView>>({
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
      view: fileView,
    })
  },
})

/**
 * Adds an upload of the caller to a run, with which it is deleted. Only a temporary upload that
 * nothing has taken yet: so no file of another run or form changes its owner. Throws 404.
 */
export const addRunFile = defineOperation<{ id: string; fileId: string }, FileView>({
  name: 'addRunFile',
  permission: 'runs:read',
  audit: ({ input, output }) => ({
    action: 'run.file-added',
    objectKind: 'run',
    objectId: input.id,
    details: { file: output.id, size: output.size, mimeType: output.mimeType },
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
    return fileView(file)
  },
})
