import { and, eq, inArray } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { files } from '#db/schema/documents'
import { faxes, faxTriggers } from '#db/schema/faxes'
import { putFile, removeFile } from '#lib/documents/file-store'
import { mimeTypeOf } from '#lib/documents/mime-type'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import type { FaxPort, ProviderFax } from '#lib/integrations/fax/port'
import { holdIfBefore } from '../restores/hold-if-before.ts'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'
import type { FaxRow } from './apply-fax-state.ts'
import { faxNumberHash, noFaxDetails, sealFaxDetails } from './fax-details.ts'
import { startFaxRun } from './start-fax-run.ts'

const maxBytes = 50 * 1024 * 1024

type Arrived = { fax: FaxRow; news: ProviderFax; file: { id: string; fileName: string } }

/** Refusals that pass: the fax is tried again. */
const passing = new Set(['workflow_paused', 'workflow_busy'])

/** The workflow of the line: of its number, or else of all other numbers of the connection. */
async function workflowOfLine(
  tx: Tx,
  connectionId: string,
  line: string | null,
): Promise<string | undefined> {
  const lines = await tx
    .select()
    .from(faxTriggers)
    .where(
      and(
        eq(faxTriggers.connectionId, connectionId),
        inArray(faxTriggers.number, ['', ...(line ? [line] : [])]),
      ),
    )
  const found = lines.find(({ number }) => number !== '') ?? lines[0]
  return found?.enabled ? found.workflowId : undefined
}

/**
 * Fetches a received fax: in one transaction its pages become a file, its workflow starts, and the
 * fax is received; so a worker that dies in the middle leaves nothing, and the next does it once.
 * When the workflow refuses, the file is kept and the fax says why.
 */
export async function receiveFax(
  fax: FaxRow,
  news: ProviderFax,
  { port, signal }: { port: FaxPort; signal: AbortSignal },
): Promise<void> {
  const pdf = await port.download(news.providerId, signal)
  const stored = await putFile(
    (async function* () {
      yield pdf
    })(),
    { maxBytes },
  )
  const { storageKey, size, sha256, head } = stored
  let mayBeKept = false
  try {
    await inOrganization(fax.organizationId, async (tx) => {
      const waiting = and(eq(faxes.id, fax.id), eq(faxes.status, 'receiving'))
      const [mine] = await tx.select().from(faxes).where(waiting).for('update')
      if (!mine) return
      const file = { id: newId(), fileName: `fax-${fax.id.slice(-8)}.pdf` }
      await tx.insert(files).values({
        ...file,
        organizationId: fax.organizationId,
        mimeType: mimeTypeOf(head, 'application/pdf'),
        size,
        sha256,
        storageKey,
        createdBy: `Fax (${fax.connection})`,
      })
      const workflowId = await workflowOfLine(tx, fax.connectionId, news.to)
      const outcome = await tryStart(tx, workflowId, { fax, news, file })
      if (outcome.runId)
        await tx.update(files).set({ runId: outcome.runId }).where(eq(files.id, file.id))
      await tx
        .update(faxes)
        .set({
          ...outcome,
          pages: news.pages,
          fileId: file.id,
          nextLookAt: null,
          endedAt: new Date(),
          sealed: sealFaxDetails(fax.id, { ...noFaxDetails, number: news.from, line: news.to }),
          numberHash: news.from ? faxNumberHash(fax.organizationId, news.from) : null,
        })
        .where(eq(faxes.id, fax.id))
      // Before the commit: when its answer gets lost it may have been done, and the fax needs its
      // pages. Where it was not done the sweep of the file store takes them.
      mayBeKept = true
    })
  } finally {
    if (!mayBeKept) await removeFile(storageKey)
  }
}

/** Starts the workflow within a transaction of its own, so that a refusal leaves the file. */
async function tryStart(
  tx: Tx,
  workflowId: string | undefined,
  { fax, news, file }: Arrived,
): Promise<Pick<FaxRow, 'status' | 'runId' | 'failure'>> {
  if (workflowId === undefined) return { status: 'received', runId: null, failure: null }
  const { organizationId, id: faxId, connection } = fax
  const { from, to, pages } = news
  const startedBy = to ? `Fax to ${to}` : `Fax (${connection})`
  try {
    const { runId } = await tx.transaction(async (inner) => {
      const started = await startFaxRun(inner, await getWorkflowOrThrow(inner, workflowId), {
        organizationId,
        faxId,
        file,
        from,
        to,
        pages,
        startedBy,
        startedByUserId: null,
      })
      await holdIfBefore(inner, started.runId, fax.createdAt)
      return started
    })
    return { status: 'received', runId, failure: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (passing.has(error.code))
      throw new ApiError('unavailable', error.message, error.details, { cause: error })
    return { status: 'refused', runId: null, failure: { code: error.code, message: error.message } }
  }
}
