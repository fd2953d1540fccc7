import { eq } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { workflowVersions, type workflows } from '#db/schema/workflows'
import { can, type Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { RunPage } from '#lib/contracts/runs/runs'
import { may } from '#lib/domain/access/scope'
import { ApiError } from '#lib/domain/api-error'
import type { Definition } from '#lib/domain/workflow/definition'
import { isTerminalRun, type RunStatus, type RunTrigger } from '#lib/domain/statuses'
import { startRun as engineStart } from '#lib/engine/commands/start-run'
import { caseNameOf } from '#lib/domain/run/case-name'
import type { Ended } from '#lib/engine/commands/hand-over'
import { startKnown, type Begun } from '#lib/engine/commands/start-known'
import { findRunStatus } from '#lib/engine/store/reads/find-run-status'
import type { StoredRun } from '#lib/engine/store/reads/stored-runs'
import { watchRuns } from '#lib/engine/watch/watch'
import { isUuid, newId } from '#lib/ids'
import { stepTypes } from '#lib/steps/registry'
import { requireAccess, scopeOf, targetOf } from '../access/scope-of.ts'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { mayNameFiles, requireFiles } from '../files/require-files.ts'
import { keyWithAnswer } from '../idempotency.ts'
import { takeStart } from '../usage/take-start.ts'
import { findProblems } from '../workflows/drafts/find-problems.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { lastPublished, rememberPublished } from '../workflows/versions/known-versions.ts'
import { getRunBatched, pageOfStored, readerOf } from './get-run-batched.ts'
import { startDataCheckOf, plainStartData, readStartData } from './start-data.ts'

type WorkflowRow = typeof workflows.$inferSelect
type Start = {
  id: string
  startData?: unknown
  draft?: boolean | undefined
  trigger?: RunTrigger
  /** The new run's id, when it was already answered. */
  runId?: string
}
type WaitingStart = Omit<Start, 'runId'> & { waitSeconds: number }
type Started = { id: string; status: RunStatus; workflowId: string }
/** Resolves when the run ends, or to undefined when it goes on after its first turn. */
type Next = Promise<Ended | undefined>
type Refused = Extract<Begun, { refusal: string }> & { workflowId: string }

/** Gets the published version of a workflow. Throws `conflict` when there is none. */
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
  if (!can(actor, 'workflows:edit'))
    throw new ApiError(
      'forbidden',
      'Test runs of a draft are for builders and owners. Start the published version instead.',
    )
  requireAccess(actor, 'edit', targetOf(workflow))
  const found = await findProblems(tx, actor, workflow.draft, workflow.publishedVersionId)
  const problems = found.filter((problem) => problem.severity === 'error')
  if (problems.length > 0)
    throw new ApiError('unprocessable', 'The draft has problems; correct them before a test run.', {
      problems,
    })
  return workflow.draft
}

const name = 'startRun'
const permission = 'runs:start'
const action = 'run.started'
const triggerOf = (actor: Actor, { trigger }: Start): RunTrigger =>
  trigger ?? (actor.kind === 'api-key' ? 'api' : 'manual')

/** Starts a run of the published version, or for a test of the draft. */
const startRun = defineOperation<Start, Started>({
  name,
  permission,
  audit: ({ input, output }) => ({
    action,
    objectKind: 'run',
    objectId: output.id,
    details: { workflowId: output.workflowId, draft: input.draft ?? false },
  }),
  async run({ actor, input, tx, info }) {
    const workflow = await getWorkflowFor(tx, actor, input.id, 'run')
    await requireFiles(tx, actor, input.startData, 'startData')
    const version = input.draft ? null : await publishedVersionOrThrow(tx, workflow)
    const definition = version?.definition ?? (await draftOrThrow(tx, actor, workflow))
    if (version)
      rememberPublished(actor.organizationId, input.id, {
        workflowId: workflow.id,
        versionId: version.id,
        definition,
      })
    const { runId } = await engineStart(tx, {
      runId: input.runId,
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
      sandbox: actor.sandbox === true,
    })
    return { id: runId, status: 'running', workflowId: workflow.id }
  },
})

/** Checks large start data before the transaction of `startRun`. */
async function checkAhead(actor: Actor, input: Start, { signal }: CallInfo): Promise<void> {
  const { organizationId } = actor
  await startDataCheckOf(input.startData, { organizationId, signal }, () =>
    inOrganization(organizationId, async (tx) => {
      const workflow = await getWorkflowFor(tx, actor, input.id, 'run')
      if (input.draft) return workflow.draft.startData
      return (await publishedVersionOrThrow(tx, workflow)).definition.startData
    }),
  )
}

/**
 * Starts the published version that this process remembers: nothing is read first, since the
 * statement that writes the run checks that the version is still the published one. Undefined when
 * the workflow is not known or the start data need a look into the database; a refusal when the
 * start was refused, also when its key is taken. `startRun` then reads everything and uses the same writer, so it throws what
 * is wrong or starts the run.
 */
async function startAsKnown(
  actor: Actor,
  { waitSeconds, ...start }: WaitingStart,
  info: CallInfo,
  runId: string,
): Promise<(Started & { next?: Next; refusal: null }) | Refused | undefined> {
  const known = start.draft ? undefined : lastPublished(actor.organizationId, start.id)
  // The worker does not ask what a key may touch, or whose files the data name; the slow way does.
  const mayTouch =
    known &&
    (actor.workflows?.includes(known.workflowId) ?? true) &&
    !mayNameFiles(actor, start.startData)
  const startData = mayTouch && plainStartData(known.definition.startData, start.startData)
  if (!startData) return undefined
  const { definition, workflowId, versionId } = known
  // Refused, hidden, or in a folder that may have changed: the slow way says which.
  const isPlain = actor.book.folders.size === 0
  if (!isPlain || !may(scopeOf(actor), 'run', { workflowId, folderId: null })) return undefined
  const begun = await startKnown(
    {
      workflowId,
      versionId,
      ...caseNameOf(definition, startData),
      runId,
      organizationId: actor.organizationId,
      slug: isUuid(start.id) ? null : start.id,
      startData,
      trigger: triggerOf(actor, start),
      startedBy: actor.name,
      startedByUserId: actor.kind === 'user' ? actor.id : null,
      sandbox: actor.sandbox === true,
      audit: {
        actorKind: actor.kind,
        actorId: actor.id,
        actorName: actor.name,
        action,
        details: { workflowId, draft: false },
        requestId: info.requestId ?? null,
      },
      key: info.idempotency
        ? keyWithAnswer(name, info.idempotency, { id: runId, status: 'running', workflowId })
        : null,
    },
    {
      waits: waitSeconds > 0,
      reader:
        waitSeconds > 0 && can(actor, 'runs:read')
          ? { ...readerOf(actor, info), withinMs: waitSeconds * 1000 }
          : undefined,
      inline: { stepTypes, definition },
    },
  )
  if (begun.refusal !== null) return { ...begun, workflowId }
  const { status, next } = begun
  return { id: runId, status, workflowId, refusal: null, ...(next ? { next } : {}) }
}

type Expected = ReturnType<ReturnType<typeof watchRuns>['expectRun']>

/**
 * Waits for the end of a run: its worker reports it when the run was handed over; else, and when
 * the run goes on after its first turn, the watch does. Also resolves when the time is over. The
 * answer is the run, when the worker has read it for its caller.
 */
async function waitForEnd(
  { id, next }: { id: string; next?: Next },
  organizationId: string,
  options: { timeoutMs: number; signal?: AbortSignal | undefined },
  expected?: Expected,
): Promise<StoredRun | undefined> {
  const since = Date.now()
  if (next) {
    const { timeoutMs, signal } = options
    const first = await firstTurn(next, timeoutMs, signal)
    if (first !== 'left') return first.read
  } else if (expected) {
    await expected.wait(options)
    return undefined
  }
  const timeoutMs = options.timeoutMs - (Date.now() - since)
  if (timeoutMs > 0) await watchRuns().waitForRun(id, { organizationId, ...options, timeoutMs })
  return undefined
}

/** Resolves when the first turn is over, the time is over or the caller has disconnected. */
async function firstTurn(
  next: Next,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<'left' | { read?: StoredRun }> {
  const over = Promise.withResolvers<object>()
  const end = (): void => over.resolve({})
  const timer = setTimeout(end, timeoutMs)
  signal?.addEventListener('abort', end)
  try {
    return await Promise.race([next.then((ended) => ended ?? 'left'), over.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

/**
 * What `start` answers, or the run when a worker whose answer was lost has written it meanwhile:
 * `start` was then refused by the id, or by what has changed since.
 */
async function unlessStarted(
  { id, workflowId }: { id: string; workflowId: string },
  { organizationId }: Actor,
  start: () => Promise<Started>,
): Promise<Started> {
  try {
    return await start()
  } catch (error) {
    const status = await findRunStatus(id, organizationId)
    if (!status) throw error
    return { id, status, workflowId }
  }
}

/** Starts the run; listens before it begins, so that its end cannot be missed. */
async function startListening(
  actor: Actor,
  start: WaitingStart,
  info: CallInfo,
): Promise<{ started: Started & { next?: Next }; expected?: Expected }> {
  const runId = newId()
  const { organizationId } = actor
  const expected = start.waitSeconds > 0 ? watchRuns().expectRun(runId, organizationId) : undefined
  try {
    const asKnown = await startAsKnown(actor, start, info, runId)
    if (asKnown?.refusal === null) return { started: asKnown, ...(expected ? { expected } : {}) }
    const { waitSeconds: _waitSeconds, ...plain } = start
    const slowly = async (): Promise<Started> => {
      await checkAhead(actor, plain, info)
      return await startRun(actor, { ...plain, runId }, info)
    }
    const started = asKnown?.mayExist
      ? await unlessStarted({ id: runId, workflowId: asKnown.workflowId }, actor, slowly)
      : await slowly()
    if (started.id === runId && expected) return { started, expected }
    expected?.forget()
    return { started }
  } catch (error) {
    expected?.forget()
    throw error
  }
}

/** The run that the caller has just started; they need not see others of its workflow. */
async function ownRun(actor: Actor, id: string, info: CallInfo): Promise<RunPage> {
  requirePermission(actor, 'runs:read')
  return await getRunBatched(actor, id, info)
}

async function startAndWait(
  actor: Actor,
  start: WaitingStart,
  info: CallInfo = {},
): Promise<{ started: Started; finished: RunPage | null }> {
  requirePermission(actor, permission)
  await takeStart(actor)
  const { started, expected } = await startListening(actor, start, info)
  const { id, status, workflowId } = started
  const { signal, requestId } = info
  let read: StoredRun | undefined
  try {
    const options = { timeoutMs: start.waitSeconds * 1000, signal }
    if (start.waitSeconds > 0 && (started.next || !isTerminalRun(status)))
      read = await waitForEnd(started, actor.organizationId, options, expected)
  } finally {
    expected?.forget()
  }
  // The caller has disconnected: nobody reads the run.
  if (start.waitSeconds === 0 || signal?.aborted)
    return { started: { id, status, workflowId }, finished: null }
  const run = read
    ? await pageOfStored(actor, read)
    : await ownRun(actor, id, requestId ? { requestId } : {})
  return {
    started: { id, status: run.status, workflowId },
    finished: isTerminalRun(run.status) ? run : null,
  }
}

/**
 * Starts a run and, when asked, waits for its end outside of a transaction. Answers the run when it
 * ended within `waitSeconds`, else its address. Throws what `takeStart` throws.
 */
export const startRunAndWait = asOperation({ name, permission }, startAndWait)
