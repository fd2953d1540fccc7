import { eq } from 'drizzle-orm'
import { files } from '#db/schema/documents'
import { faxes } from '#db/schema/faxes'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { openFaxDetails } from './fax-details.ts'
import { getFaxFor } from './find-fax.ts'
import { startFaxRun } from './start-fax-run.ts'
import { whyNotAgain } from './why-not.ts'

type Input = { faxId: string; workflow: string }

/**
 * Starts a workflow with a received fax: one that started none, or the wrong one, or is to start
 * again. Throws 404, 403 when the caller may not start the workflow, 409 when the fax or the
 * workflow cannot, and 400 when the fax does not fit its start form.
 */
export const startWithFax = defineOperation<Input, { runId: string }>({
  name: 'startWithFax',
  permission: 'faxes:manage',
  audit: ({ input, output }) => ({
    action: 'fax.started-workflow',
    objectKind: 'fax',
    objectId: input.faxId,
    details: { workflow: input.workflow, runId: output.runId },
  }),
  async run({ actor, input, tx }) {
    const fax = await getFaxFor(tx, actor, input.faxId, { lock: true })
    if (fax.direction === 'out')
      throw new ApiError('conflict', 'This fax was sent; only a received one starts a workflow.')
    const reason = whyNotAgain(actor, fax, { ended: true, nextTryAt: null })
    if (reason !== null || fax.fileId === null) throw new ApiError('conflict', reason ?? '')
    const workflow = await getWorkflowFor(tx, actor, input.workflow, 'run')
    const [file] = await tx
      .select({ id: files.id, fileName: files.fileName })
      .from(files)
      .where(eq(files.id, fax.fileId))
    if (!file) throw new ApiError('conflict', 'Its pages were deleted.')
    const { number, line } = openFaxDetails(fax)
    const { runId } = await startFaxRun(tx, workflow, {
      organizationId: actor.organizationId,
      faxId: fax.id,
      file,
      from: number,
      to: line,
      pages: fax.pages,
      startedBy: actor.name,
      startedByUserId: actor.kind === 'user' ? actor.id : null,
      sandbox: actor.sandbox === true,
    })
    const earlierRunIds = fax.runId ? [...fax.earlierRunIds, fax.runId] : fax.earlierRunIds
    await tx
      .update(faxes)
      .set({ runId, earlierRunIds, status: 'received', failure: null })
      .where(eq(faxes.id, fax.id))
    // Files are deleted with their run: the pages stay as long as the last run that they started.
    await tx.update(files).set({ runId }).where(eq(files.id, file.id))
    return { runId }
  },
})
