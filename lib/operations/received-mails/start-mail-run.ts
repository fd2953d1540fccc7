import { inOrganization, type Tx } from '#db/client'
import type { MailContent, MailFile } from '#lib/domain/received-mail'
import type { Definition } from '#lib/domain/workflow/definition'
import { startRun } from '#lib/engine/commands/start-run'
import { newId } from '#lib/ids'
import { readStartData, startDataCheckOf } from '../runs/start-data.ts'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import { getWorkflowOrThrow, type WorkflowRow } from '../workflows/find-workflow.ts'

export type MailStart = {
  organizationId: string
  mailId: string
  content: MailContent
  attachments: MailFile[]
  startedBy: string
  startedByUserId: string | null
}

/** What a mail offers as start data; the workflow gets of it what it has fields for. */
function offered({ mailId, content, attachments }: MailStart): Record<string, unknown> {
  const files = attachments.map(({ id, fileName }) => ({ id, fileName }))
  const { checks, ...fields } = content
  const [file] = files
  return { ...fields, ...checks, checks, files, ...(file ? { file } : {}), mailId }
}

function startDataFor(definition: Definition, start: MailStart): Record<string, unknown> {
  const { properties = {} } = definition.startData as { properties?: Record<string, unknown> }
  return Object.fromEntries(
    Object.entries(offered(start)).filter(([name]) => Object.hasOwn(properties, name)),
  )
}

export type PreparedStart = MailStart & {
  /** The version that it was prepared for, and its start data. */
  prepared?: { versionId: string; startData: Record<string, unknown> }
}

/**
 * Checks large start data before the transaction of `startMailRun`, because nothing may keep a
 * database connection while it waits for a process. A refusal comes again in the transaction.
 */
export async function prepareMailStart(
  start: MailStart,
  workflowId: string,
  signal?: AbortSignal,
): Promise<PreparedStart> {
  const { organizationId } = start
  const version = await inOrganization(organizationId, async (tx) => {
    const workflow = await getWorkflowOrThrow(tx, workflowId)
    return await publishedVersionOrThrow(tx, workflow)
  })
  const { id: versionId, definition } = version
  const startData = startDataFor(definition, start)
  await startDataCheckOf(startData, { organizationId, signal }, async () => definition.startData)
  return { ...start, prepared: { versionId, startData } }
}

/** Starts the published version with a mail, in the caller's transaction. Throws why not. */
export async function startMailRun(
  tx: Tx,
  workflow: WorkflowRow,
  start: PreparedStart,
): Promise<{ runId: string }> {
  const { organizationId, startedBy, startedByUserId, prepared } = start
  const { id: versionId, definition } = await publishedVersionOrThrow(tx, workflow)
  const given =
    prepared?.versionId === versionId ? prepared.startData : startDataFor(definition, start)
  return await startRun(tx, {
    runId: newId(),
    organizationId,
    workflowId: workflow.id,
    versionId,
    definition,
    startData: await readStartData(tx, definition.startData, given, 'startData', {
      organizationId,
    }),
    trigger: 'mail',
    startedBy,
    startedByUserId,
  })
}
