import { eq } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { workflowVersions, type workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import { isAllowed } from '#lib/auth/permissions'
import type { RunPage } from '#lib/contracts/runs/runs'
import { ApiError } from '#lib/domain/api-error'
import type { Definition } from '#lib/domain/workflow/definition'
import { isTerminalRun, type RunStatus, type RunTrigger } from '#lib/domain/statuses'
import { startRun as engineStart } from '#lib/engine/commands/start-run'
import { startBatched } from '#lib/engine/commands/start-batched'
import { watchRuns } from '#lib/engine/watch/watch'
import { isUuid, newId } from '#lib/ids'
import { stepTypes } from '#lib/steps/registry'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { findProblems } from '../workflows/find-problems.ts'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'
import { lastPublished, rememberPublished } from '../workflows/known-versions.ts'
import { getRun } from './get-run.ts'
import { startDataCheckOf, plainStartData, readStartData } from './start-data.ts'

type WorkflowRow = typeof workflows.$inferSelect
type Start = { id: string; startData?: unknown; draft?: boolean | undefined; trigger?: RunTrigger }
type Started = { id: string; status: RunStatus; workflowId: string }

/** The published version of a workflow. Throws `conflict` when there is none. */
export async function publishedVersionOrThrow(
  tx: Tx,
  workflow: WorkflowRow,
): Promise<{ id: string; number: number; definition: Definition }> {
  const [version] = workflow.publishedVersionId
    ? await tx
        .select()
        .from(workflowVersions)
        .where(eq(workflowVersions.id, workflow.publishedVersionId))
    : []
  if (!version)
    throw new ApiError(
      'conflict',
      `"${workflow.name}" is not published yet. Publish it in the editor, then start it.`,
      { workflow: workflow.slug },
    )
  return version
}

async function draftOrThrow(tx: Tx, actor: Actor, workflow: WorkflowRow): Promise<Definition> {
  if (!isAllowed(actor.role, 'workflows:edit'))
    throw new ApiError(
      'forbidden',
      'Test runs of a draft are for builders and owners. Start the published version instead.',
    )
  const problems = (await findProblems(tx, actor.organizationId, workflow.draft)).filter(
    (problem) => problem.severity === 'error',
  )
  if (problems.length > 0)
    throw new ApiError('unprocessable', 'The draft has problems; correct them before a test run.', {
      problems,
    })
  return workflow.draft
}

const permission = 'runs:start'
const action = 'run.started'
const triggerOf = (actor: Actor, { trigger }: Start): RunTrigger =>
  trigger ?? (actor.kind === 'api-key' ? 'api' : 'manual')

/** Starts a run of the published version, or for a test of the draft. */
const startRun = defineOperation<Start, Started>({
  name: 'startRun',
  permission,
  audit: ({ input, output }) => ({
    action,
    objectKind: 'run',
    objectId: output.id,
    details: { workflowId: output.workflowId, draft: input.draft ?? false },
  }),
  async run({ actor, input, tx, info }) {
    const workflow = await getWorkflowOrThrow(tx, input.id)
    const version = input.draft ? null : await publishedVersionOrThrow(tx, workflow)
    const definition = version?.definition ?? (await draftOrThrow(tx, actor, workflow))
    if (version)
      rememberPublished(actor.organizationId, input.id, {
        workflowId: workflow.id,
        versionId: version.id,
        definition,
      })
    const { runId } = await engineStart(tx, {
      organizationId: actor.organizationId,
      workflowId: workflow.id,
      versionId: version?.id ?? null,
      definition,
      startData: await readStartData(tx, definition.startData, input.startData, 'startData', {
        organizationId: actor.organizationId,
        signal: info.signal,
      }),
      trigger: triggerOf(actor, input),
      startedBy: actor.name,
      startedByUserId: actor.kind === 'user' ? actor.id : null,
    })
    return { id: runId, status: 'running', workflowId: workflow.id }
  },
})

/** Large start data are checked before the transaction of `startRun`. */
async function checkAhead(actor: Actor, input: Start, { signal }: CallInfo): Promise<void> {
  const { organizationId } = actor
  await startDataCheckOf(input.startData, { organizationId, signal }, () =>
    inOrganization(organizationId, async (tx) => {
      const workflow = await getWorkflowOrThrow(tx, input.id)
      if (input.draft) return workflow.draft.startData
      return (await publishedVersionOrThrow(tx, workflow)).definition.startData
    }),
  )
}

/**
 * Starts the published version that this process remembers, batched with other starts of the same
 * moment: nothing is read first, since the statement that writes the run checks that the version is
 * still the published one. Undefined when the workflow is not known, the start data need a look
 * into the database, or the start was refused: `startRun` then reads everything and uses the same
 * writer, so it throws what is wrong or starts the run.
 */
async function startAsKnown(
  actor: Actor,
  start: Start,
  info: CallInfo,
  runId: string,
): Promise<Started | undefined> {
  const known =
    start.draft || info.idempotency ? undefined : lastPublished(actor.organizationId, start.id)
  const startData = known && plainStartData(known.definition.startData, start.startData)
  if (!startData) return undefined
  const answer = await startBatched(
    {
      ...known,
      runId,
      organizationId: actor.organizationId,
      slug: isUuid(start.id) ? null : start.id,
      startData,
      trigger: triggerOf(actor, start),
      startedBy: actor.name,
      startedByUserId: actor.kind === 'user' ? actor.id : null,
      audit: {
        actorKind: actor.kind,
        actorId: actor.id,
        actorName: actor.name,
        action,
        details: { workflowId: known.workflowId, draft: false },
        requestId: info.requestId ?? null,
      },
    },
    { inline: stepTypes },
  )
  if (answer.refusal !== null) return undefined
  return { id: runId, status: answer.status, workflowId: known.workflowId }
}

async function startAndWait(
  actor: Actor,
  { waitSeconds, ...start }: Start & { waitSeconds: number },
  info: CallInfo = {},
): Promise<{ started: Started; finished: RunPage | null }> {
  requirePermission(actor, permission)
  const [runId, { organizationId }] = [newId(), actor]
  // Listens before the run begins, so that its end cannot be missed and need not be looked for.
  const expected = waitSeconds > 0 ? watchRuns().expectRun(runId, organizationId) : undefined
  const asKnown = await startAsKnown(actor, start, info, runId).catch((error: unknown) => {
    expected?.forget()
    throw error
  })
  if (asKnown?.status !== 'running') expected?.forget()
  if (!asKnown)
    await checkAhead(actor, start, info).catch((error: unknown) => {
      expected?.forget()
      throw error
    })
  const started = asKnown ?? (await startRun(actor, start, info))
  if (waitSeconds === 0) return { started, finished: null }
  const options = { timeoutMs: waitSeconds * 1000, signal: info.signal }
  if (started.status === 'running')
    await (asKnown && expected
      ? expected.wait(options)
      : watchRuns().waitForRun(started.id, { organizationId, ...options }))
  // Who asked has left: nobody reads the run.
  if (info.signal?.aborted) return { started, finished: null }
  const run = await getRun(
    actor,
    { id: started.id },
    info.requestId ? { requestId: info.requestId } : {},
  )
  return {
    started: { ...started, status: run.status },
    finished: isTerminalRun(run.status) ? run : null,
  }
}

/**
 * Starts a run and, when asked, waits for its end outside any transaction: the whole run when it
 * ended within `waitSeconds`, else where to read it.
 */
export const startRunAndWait = asOperation({ name: 'startRun', permission }, startAndWait)
