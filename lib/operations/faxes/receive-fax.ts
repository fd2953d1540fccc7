import { and, eq } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { files } from '#db/schema/documents'
import { faxes } from '#db/schema/faxes'
import { putFile, removeFile } from '#lib/documents/file-store'
import { mimeTypeOf } from '#lib/documents/mime-type'
import { ApiError } from '#lib/domain/api-error'
import { startRun } from '#lib/engine/commands/start-run'
import { newId } from '#lib/ids'
import type { FaxPort, ProviderFax } from '#lib/integrations/fax/port'
import { readStartData } from '../runs/start-data.ts'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'
import type { FaxRow } from './apply-fax-state.ts'

const maxBytes = 50 * 1024 * 1024

type Arrived = { fax: FaxRow; news: ProviderFax; file: { id: string; fileName: string } }

/** What a fax offers as start data; the workflow gets of it what it has fields for. */
const offered = ({ fax, news, file }: Arrived): Record<string, unknown> => ({
  file,
  files: [file],
  from: news.from ?? '',
  to: news.to ?? '',
  pages: news.pages ?? 0,
  faxId: fax.id,
})

/** Refusals that pass: the fax is tried again. */
const passing = new Set(['workflow_paused', 'workflow_busy'])

/** Starts the workflow with the fax. Throws why it cannot start. */
async function start(tx: Tx, slug: string, arrived: Arrived & { runId: string }): Promise<void> {
  const { fax, runId } = arrived
  const { organizationId } = fax
  const workflow = await getWorkflowOrThrow(tx, slug)
  const { id: versionId, definition } = await publishedVersionOrThrow(tx, workflow)
  const properties = Object.keys(
    (definition.startData as { properties?: Record<string, unknown> }).properties ?? {},
  )
  const given = Object.fromEntries(
    Object.entries(offered(arrived)).filter(([name]) => properties.includes(name)),
  )
  await startRun(tx, {
    runId,
    organizationId,
    workflowId: workflow.id,
    versionId,
    definition,
    startData: await readStartData(tx, definition.startData, given, 'startData', {
      organizationId,
    }),
    trigger: 'api',
    startedBy: `Fax (${fax.connection})`,
    startedByUserId: null,
  })
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
  let kept = false
  try {
    kept = await inOrganization(fax.organizationId, async (tx) => {
      const waiting = and(eq(faxes.id, fax.id), eq(faxes.status, 'receiving'))
      const [mine] = await tx.select().from(faxes).where(waiting).for('update')
      if (!mine) return false
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
      const outcome = await tryStart(tx, port.received.workflow, { fax, news, file })
      if (outcome.runId)
        await tx.update(files).set({ runId: outcome.runId }).where(eq(files.id, file.id))
      await tx
        .update(faxes)
        .set({ ...outcome, pages: news.pages, fileId: file.id, nextLookAt: null })
        .where(eq(faxes.id, fax.id))
      return true
    })
  } finally {
    if (!kept) await removeFile(storageKey)
  }
}

/** Starts the workflow within a transaction of its own, so that a refusal leaves the file. */
async function tryStart(
  tx: Tx,
  workflow: string | undefined,
  arrived: Arrived,
): Promise<Pick<FaxRow, 'status' | 'runId' | 'failure'>> {
  if (workflow === undefined) return { status: 'received', runId: null, failure: null }
  const runId = newId()
  try {
    await tx.transaction(async (inner) => await start(inner, workflow, { ...arrived, runId }))
    return { status: 'received', runId, failure: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (passing.has(error.code))
      throw new ApiError('unavailable', error.message, error.details, { cause: error })
    return { status: 'refused', runId: null, failure: { code: error.code, message: error.message } }
  }
}
