import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { workflowVersions, type workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import { isAllowed } from '#lib/auth/permissions'
import type { RunPage } from '#lib/contracts/runs'
import { ApiError } from '#lib/domain/api-error'
import type { Definition } from '#lib/domain/definition'
import { isTerminalRun, type RunStatus, type RunTrigger } from '#lib/domain/statuses'
import { startRun as engineStart } from '#lib/engine/start-run'
import { watchRuns } from '#lib/engine/watch'
import { defineOperation, type CallInfo } from '../define-operation.ts'
import { findProblems } from '../workflows/find-problems.ts'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'
import { getRun } from './get-run.ts'
import { readStartData } from './start-data.ts'

type WorkflowRow = typeof workflows.$inferSelect
type Start = { id: string; startData?: unknown; draft?: boolean | undefined; trigger?: RunTrigger }
type Started = { id: string; status: RunStatus; workflowId: string }

/** The published version of a workflow. Throws `conflict` when there is none. */
export async function publishedVersionOrThrow(tx: Tx, workflow: WorkflowRow): Promise<{ id: string; number: number; definition: Definition }> {
  const [version] = workflow.publishedVersionId
    ? await tx.select().from(workflowVersions).where(eq(workflowVersions.id, workflow.publishedVersionId))
    : []
  if (!version) throw new ApiError('conflict', `"${workflow.name}" is not published yet. Publish it in the editor, then start it.`, { workflow: workflow.slug })
  return version
}

async function draftOrThrow(tx: Tx, actor: Actor, workflow: WorkflowRow): Promise<Definition> {
  if (!isAllowed(actor.role, 'workflows:edit')) throw new ApiError('forbidden', 'Test runs of a draft are for builders and owners. Start the published version instead.')
  const problems = (await findProblems(tx, actor.organizationId, workflow.draft)).filter((problem) => problem.severity === 'error')
  if (problems.length > 0) throw new ApiError('unprocessable', 'The draft has problems; correct them before a test run.', { problems })
  return workflow.draft
}

/** Starts a run of the published version, or for a test of the draft. */
const startRun = defineOperation<Start, Started>({
  name: 'startRun',
  permission: 'runs:start',
  audit: ({ input, output }) => ({ action: 'run.started', objectKind: 'run', objectId: output.id, details: { workflowId: output.workflowId, draft: input.draft ?? false } }),
  async run({ actor, input, tx }) {
    const workflow = await getWorkflowOrThrow(tx, input.id)
    const version = input.draft ? null : await publishedVersionOrThrow(tx, workflow)
    const definition = version?.definition ?? (await draftOrThrow(tx, actor, workflow))
    const { runId } = await engineStart(tx, {
      organizationId: actor.organizationId,
      workflowId: workflow.id,
      versionId: version?.id ?? null,
      definition,
      startData: await readStartData(tx, definition.startData, input.startData, 'startData'),
      trigger: input.trigger ?? (actor.kind === 'api-key' ? 'api' : 'manual'),
      startedBy: actor.name,
      startedByUserId: actor.kind === 'user' ? actor.id : null,
    })
    return { id: runId, status: 'running', workflowId: workflow.id }
  },
})

/**
 * Starts a run and, when asked, waits for its end outside any transaction: the whole run when it ended within `waitSeconds`, else where to read it.
 */
export async function startRunAndWait(
  actor: Actor,
  { waitSeconds, ...start }: Start & { waitSeconds: number },
  info: CallInfo,
): Promise<{ started: Started; finished: RunPage | null }> {
  const started = await startRun(actor, start, info)
  if (waitSeconds === 0) return { started, finished: null }
  await watchRuns().waitForRun(started.id, { organizationId: actor.organizationId, timeoutMs: waitSeconds * 1000, signal: info.signal })
  const run = await getRun(actor, { id: started.id }, { ...(info.requestId ? { requestId: info.requestId } : {}) })
  return { started: { ...started, status: run.status }, finished: isTerminalRun(run.status) ? run : null }
}
