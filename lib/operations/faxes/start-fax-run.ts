import type { Tx } from '#db/client'
import { startRun } from '#lib/engine/commands/start-run'
import { newId } from '#lib/ids'
import { readStartData } from '../runs/start-data.ts'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import type { WorkflowRow } from '../workflows/find-workflow.ts'

type FaxStart = {
  organizationId: string
  faxId: string
  file: { id: string; fileName: string }
  from: string | null
  to: string | null
  pages: number | null
  startedBy: string
  startedByUserId: string | null
  sandbox?: boolean
}

/** What a fax offers as start data; the workflow gets of it what it has fields for. */
const offered = ({ file, from, to, pages, faxId }: FaxStart): Record<string, unknown> => ({
  file,
  files: [file],
  from: from ?? '',
  to: to ?? '',
  pages: pages ?? 0,
  faxId,
})

/** Starts the published version with a received fax, in the caller's transaction. Throws why not. */
export async function startFaxRun(
  tx: Tx,
  workflow: WorkflowRow,
  start: FaxStart,
): Promise<{ runId: string }> {
  const { organizationId, startedBy, startedByUserId, sandbox = false } = start
  const { id: versionId, definition } = await publishedVersionOrThrow(tx, workflow)
  const properties = Object.keys(
    (definition.startData as { properties?: Record<string, unknown> }).properties ?? {},
  )
  const given = Object.fromEntries(
    Object.entries(offered(start)).filter(([name]) => properties.includes(name)),
  )
  return await startRun(tx, {
    runId: newId(),
    organizationId,
    workflowId: workflow.id,
    versionId,
    definition,
    startData: await readStartData(tx, definition.startData, given, 'startData', {
      organizationId,
    }),
    trigger: 'fax',
    startedBy,
    startedByUserId,
    sandbox,
  })
}
