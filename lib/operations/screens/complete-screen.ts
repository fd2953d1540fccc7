import { and, eq, inArray, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { runs, screenDrafts, tasks } from '#db/schema/runs'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import { ApiError } from '#lib/domain/api-error'
import type { DocumentAnswer } from '#lib/domain/ask/answer'
import { correctionsOf } from '#lib/domain/ask/review'
import { withReadOnly } from '#lib/domain/form/read-only'
import { withSignatureShapes, withSigned } from '#lib/domain/form/signature'
import { graphOf, upstreamOf } from '#lib/domain/workflow/graph'
import { screenStateSchema } from '#lib/domain/run/screen-state'
import { answerScreen } from '#lib/engine/commands/answer-screen'
import { definitionOfRun } from '#lib/engine/store/definition-of-run'
import { loadPayloads, loadValue } from '#lib/engine/store/payloads'
import { pieces } from '#lib/large-json/pieces'
import { writeForGood } from '#lib/large-json/write'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { requireFiles } from '../files/require-files.ts'
import { findReplay } from '../idempotency.ts'
import { calculated } from '../runs/calculated.ts'
import { missingFiles, namedFiles } from '../runs/named-files.ts'
import { checkedBySchema } from '../schema-issues.ts'
import { runBeforeComplete } from './before-complete.ts'
import { getOpenScreenOrThrow, type ScreenTask } from './open-screen.ts'
import { ofCallerOrNobody } from './queue/filters.ts'
import { findItems } from './queue/find-items.ts'
import { urgency } from './queue/order.ts'
import { storeDraft } from './save-screen-draft.ts'
import { tellingWatchers } from './tell-watchers.ts'

type Completion = {
  taskId: string
  output: unknown
  /** The names of the proposed fields that the person changed; undefined where nothing was proposed. */
  corrected?: string[] | undefined
}
type Completed = { taskId: string; runId: string; next: { taskId: string; title: string } | null }

function requireNotOthers(task: ScreenTask, actor: Actor): void {
  if (task.claimedBy === null || task.claimedBy === actor.id || actor.kind !== 'user') return
  throw new ApiError(
    'conflict',
    `${task.claimedByName ?? 'Somebody else'} works on this. Take it over first, or let them finish.`,
    { claimedBy: task.claimedByName },
  )
}

type RunRow = typeof runs.$inferSelect

/**
 * Loads the outputs of steps by their ids; in a loop body those of the item and of the steps around
 * the loop, the inner ones winning.
 */
async function outputsBefore(
  tx: Tx,
  run: RunRow,
  taskKey: string,
  stepIds: string[],
): Promise<Record<string, { output: unknown }>> {
  const steps: Record<string, { output: unknown }> = {}
  const places = [
    { runId: run.id, prefix: taskKey.slice(0, taskKey.indexOf(':') + 1) },
    ...(run.loop?.outer ?? []),
  ]
  for (const { runId, prefix } of stepIds.length > 0 ? places.reverse() : []) {
    const found = await tx
      .select({ stepId: tasks.stepId, output: tasks.output, ref: tasks.outputRef })
      .from(tasks)
      .where(
        and(
          eq(tasks.runId, runId),
          inArray(
            tasks.key,
            stepIds.map((id) => prefix + id),
          ),
        ),
      )
    const payloads = await loadPayloads(
      tx,
      found.map(({ ref }) => ({ runId, ref })),
    )
    for (const { stepId, output, ref } of found)
      steps[stepId] = { output: ref === null ? output : payloads.get(`${runId}:${ref}`) }
  }
  return steps
}

/**
 * Loads the hook of the screen's step and its variables: start data, the outputs of all steps
 * before the screen, in a loop the item.
 */
async function hookOf(tx: Tx, task: ScreenTask) {
  const [run] = await tx.select().from(runs).where(eq(runs.id, task.runId))
  if (!run) throw ApiError.notFound('run', task.runId)
  const definition = await definitionOfRun(tx, run)
  const source = definition.steps.find((step) => step.id === task.stepId)?.before_complete
  if (!source?.trim()) return undefined
  const before = [...upstreamOf(graphOf(definition.steps), task.stepId)]
  const [scope = run] = run.scopeRunId
    ? await tx.select().from(runs).where(eq(runs.id, run.scopeRunId))
    : []
  return {
    source,
    workflowId: run.workflowId,
    start: await loadValue(tx, scope.id, scope.startData, scope.startRef),
    steps: await outputsBefore(tx, run, task.key, before),
    ...(run.loop
      ? {
          item: (
            (await loadValue(tx, run.id, run.loop.items, run.loop.itemsRef ?? null)) as unknown[]
          )[Number.parseInt(task.key) - run.loop.from],
        }
      : {}),
  }
}

/**
 * Ends a completion in one transaction: the engine's command, the deletion of the person's draft
 * and the audit entry. Drafts of other people stay until the run is deleted.
 */
const writeCompletion = defineOperation<Completion, Completed>({
  name: 'completeScreen',
  permission: 'screens:work',
  audit: ({ input: { corrected }, output }) => ({
    action: 'screen.completed',
    objectKind: 'task',
    objectId: output.taskId,
    details: { runId: output.runId, ...(corrected ? { corrected } : {}) },
  }),
  async run({ actor, input: { taskId, output }, tx }) {
    const task = await getOpenScreenOrThrow(tx, actor, taskId)
    requireNotOthers(task, actor)
    // So that it stays theirs: people see the runs whose screens they did.
    if (actor.kind === 'user' && task.claimedBy === null)
      await tx
        .update(tasks)
        .set({ claimedBy: actor.id, claimedByName: actor.name, claimedAt: sql`now()` })
        .where(and(eq(tasks.id, taskId), eq(tasks.runId, task.runId)))
    const { runId } = await answerScreen(tx, {
      organizationId: actor.organizationId,
      taskId,
      output,
      by: actor.name,
    })
    const own = and(eq(screenDrafts.taskId, taskId), eq(screenDrafts.userId, actor.id))
    if (actor.kind === 'user') await tx.delete(screenDrafts).where(own)
    const mine = { where: ofCallerOrNobody(actor), needsCase: false }
    const [next] = await findItems(tx, actor, { ...mine, by: urgency(actor), limit: 1 })
    return { taskId, runId, next: next ? { taskId: next.taskId, title: next.title } : null }
  },
})

/** Finds the files that an answer names and that do not exist. */
async function missingIn(actor: Actor, schema: Record<string, unknown>, answer: unknown) {
  const data = typeof answer === 'object' && answer !== null ? answer : {}
  const named = namedFiles(schema, data as Record<string, unknown>)
  if (named.length === 0) return []
  return await inOrganization(actor.organizationId, (tx) => missingFiles(tx, named))
}

/** Names, no values: the audit log has no patient data. */
const correctedIn = (review: DocumentAnswer, output: unknown): string[] =>
  correctionsOf(review, output).flatMap(({ name, how }) => (how === 'kept' ? [] : [name]))

type Data = Record<string, unknown>

const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The checked answer with what the server decides: read-only and calculated values, signatures. */
const signed = (schema: Data, answer: Data, opened: Data): Data =>
  withSigned(schema, calculated(schema, withReadOnly(schema, answer, opened)), { now: new Date() })

const { keyScope: name, permission } = writeCompletion

async function complete(
  actor: Actor,
  input: { taskId: string; output?: unknown },
  info: CallInfo = {},
): Promise<Completed> {
  requirePermission(actor, permission)
  const { taskId } = input
  const given = input.output ?? {}
  await writeForGood(given, pieces.of(actor.organizationId))
  const before = await inOrganization(actor.organizationId, async (tx) => {
    // A screen that was completed with this key is no longer open.
    const first = await findReplay(tx, name, actor, info.idempotency)
    if (first) return first
    const task = await getOpenScreenOrThrow(tx, actor, taskId)
    requireNotOthers(task, actor)
    await requireFiles(tx, actor, given, 'output')
    if (actor.kind === 'user') await storeDraft(tx, actor, task, given)
    const { schema, review, data: opened } = screenStateSchema.parse(task.state)
    return {
      task,
      schema,
      review,
      opened,
      hook: await hookOf(tx, task),
    }
  })
  if ('replay' in before) return before.replay as Completed
  const { hook, review, opened, schema, task } = before
  const { data: checked, found } = await checkedBySchema(
    withSignatureShapes(schema),
    isData(given) ? calculated(schema, given) : given,
    { organizationId: actor.organizationId, signal: info.signal },
  )
  const answer = isData(checked) ? signed(schema, checked, opened) : checked
  const missing = found.issues.length > 0 ? [] : await missingIn(actor, schema, answer)
  const issues = [...found.issues, ...missing]
  if (issues.length > 0) {
    const below = (path: string): string => (path ? `output.${path}` : 'output')
    const named = issues.map((issue) => ({ ...issue, path: below(issue.path) }))
    throw ApiError.invalid(named, undefined, found.more)
  }
  const output = hook
    ? await runBeforeComplete({
        ...hook,
        organizationId: actor.organizationId,
        output: answer,
        task: { id: task.id, stepId: task.stepId, priority: task.priority },
        user: { id: actor.id, name: actor.name, email: actor.email, role: actor.role },
      })
    : answer
  const corrected = review && correctedIn(review, output)
  return await writeCompletion(actor, { taskId, output, corrected }, info)
}

/**
 * Completes a screen: validates the answer by the screen's schema, lets `before_complete` refuse or
 * change it (outside of a transaction, because it is customers' code), then passes it to the
 * engine, once. When it is refused the screen stays open and the answer is saved as the person's
 * draft.
 */
export const completeScreen = tellingWatchers(
  asOperation({ name, permission }, complete),
  ({ taskId }) => taskId,
)
