import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import { requirePermission } from '#lib/auth/require-permission'
import type { Actor } from '#lib/auth/actor'
import type { doDraftPartContract, DoneEffect } from '#lib/contracts/workflows/tries'
import type { AnswerOf } from '#lib/contracts/contract-types'
import { ApiError } from '#lib/domain/api-error'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import { isLoop } from '#lib/domain/workflow/loops'
import { isTerminalRun } from '#lib/domain/statuses'
import { startRun, type CarriedTask } from '#lib/engine/commands/start-run'
import { loadValue } from '#lib/engine/store/payloads'
import { stepTypes } from '#lib/steps/registry'
import { requireAccess, targetOf } from '../access/scope-of.ts'
import { requireRun } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import { requireFiles } from '../files/require-files.ts'
import { readStartData } from '../runs/start-data.ts'
import { findProblems } from '../workflows/drafts/find-problems.ts'
import type { WorkflowRow } from '../workflows/find-workflow.ts'
import { testedWorkflow } from '../workflows/tested-workflow.ts'
import { definitionOfPart, loopAround, type DonePart } from './definition-of-part.ts'

type Input = {
  id: string
  part: DonePart
  step: string
  runId?: string | undefined
  startData?: Record<string, unknown> | undefined
  pins?: Record<string, { output?: unknown; via?: string | undefined }> | undefined
  disabled?: string[] | undefined
  effects: string[]
}
type RunRow = typeof runs.$inferSelect

/** Whether executing the step may send or change something, or asks a person. */
function mayAct(step: Step): boolean {
  const type = stepTypes.get(step.type)
  if (step.type === 'screen' || !type) return true
  const effect = type.effectOf?.(step.config) ?? type.info.effect
  return effect === 'idempotent' || effect === 'unsafe'
}

/** The steps that would act, in the order of the definition. */
const actingSteps = (steps: Step[]): DoneEffect[] =>
  steps.filter(mayAct).map(({ id, title, type }) => ({
    stepId: id,
    title: title || id,
    type: stepTypes.get(type)?.info.title ?? type,
  }))

const taskless = {
  outputRef: null,
  input: null,
  inputRef: null,
  effect: 'pure' as const,
  attempt: 0,
  startedAt: null,
  finishedAt: null,
}

/** The answers that steps take over: pinned ones, nothing of disabled steps, else the record's. */
function carriedTasks(
  { steps }: Definition,
  held: ReadonlySet<string>,
  recorded: ReadonlyMap<string, CarriedTask & { stepType: string }>,
  { pins = {}, disabled = [] }: Input,
): Map<string, CarriedTask> {
  const carried = new Map<string, CarriedTask>()
  for (const step of steps) {
    const pin = pins[step.id]
    const found = recorded.get(step.id)
    const via = isLoop(step) ? 'done' : null
    if (disabled.includes(step.id))
      carried.set(step.id, { ...taskless, status: 'completed', output: null, via })
    else if (pin)
      carried.set(step.id, {
        ...taskless,
        status: 'completed',
        output: pin.output ?? null,
        via: pin.via ?? via,
      })
    else if (held.has(step.id)) {
      if (!found || found.stepType !== step.type)
        throw new ApiError(
          'unprocessable',
          `The chosen run has no answer of “${step.title || step.id}”. Pin one, choose another ` +
            'run, or begin at that step.',
          { stepId: step.id },
        )
      carried.set(step.id, found)
    }
  }
  return carried
}

/** The ended run whose data and answers are taken. Throws 404, 409. */
async function recordedRun(
  tx: Tx,
  actor: Actor,
  workflow: WorkflowRow,
  runId: string,
): Promise<RunRow> {
  await requireRun(tx, actor, runId)
  const [run] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.id, runId), eq(runs.workflowId, workflow.id), isNull(runs.loop)))
  if (!run) throw ApiError.notFound('run of this workflow', runId)
  if (!isTerminalRun(run.status))
    throw new ApiError('conflict', 'Choose a run that has ended, or other data.')
  return run
}

/** The answers of a run's own steps. Bodies of loops and handlers are not among them. */
async function recordedTasks(tx: Tx, run: RunRow | undefined) {
  const found = new Map<string, CarriedTask & { stepType: string }>()
  if (!run) return found
  for (const row of await tx.select().from(tasks).where(eq(tasks.runId, run.id))) {
    const { status } = row
    if (status === 'completed' || status === 'skipped') found.set(row.key, { ...row, status })
  }
  return found
}

/** What is run of the draft. Throws 422 for a part that cannot be run by itself. */
function partOf({ draft }: WorkflowRow, { part, step, pins = {}, disabled = [] }: Input) {
  const known = new Set(draft.steps.map(({ id }) => id))
  const missing = [step, ...Object.keys(pins), ...disabled].find((id) => !known.has(id))
  if (missing !== undefined)
    throw new ApiError('unprocessable', `The draft has no step “${missing}”. Save it first.`)
  const loop = loopAround(draft, step)
  if (loop)
    throw new ApiError(
      'unprocessable',
      `This step is done for each item of “${loop.title || loop.id}”. Choose that loop instead.`,
      { stepId: loop.id },
    )
  return definitionOfPart(draft, part, step)
}

async function requireSound(tx: Tx, actor: Actor, definition: Definition, workflow: WorkflowRow) {
  const found = await findProblems(tx, actor, definition, workflow.publishedVersionId)
  const problems = found.filter(({ severity }) => severity === 'error')
  if (problems.length > 0)
    throw new ApiError('unprocessable', 'This part has problems; correct them first.', { problems })
}

/**
 * Starts a test run of a part of the draft that really does what its steps say; the steps before it
 * take over the answers of a run. The caller names each step that may send, change or ask something:
 * 409 with all of them otherwise. Throws 403, 404, 422.
 */
export const doDraftPart = defineOperation<Input, AnswerOf<typeof doDraftPartContract.returns>>({
  name: 'doDraftPart',
  permission: 'workflows:edit',
  audit: ({ input, output }) => ({
    action: 'draft.done',
    objectKind: 'run',
    objectId: output.id,
    details: { part: input.part, step: input.step, effects: input.effects.length },
  }),
  async run({ actor, input, tx, info: { signal } }) {
    requirePermission(actor, 'runs:start')
    const { organizationId } = actor
    const workflow = await testedWorkflow(tx, actor, input.id)
    requireAccess(actor, 'run', targetOf(workflow))
    const { definition, held } = partOf(workflow, input)
    await requireSound(tx, actor, definition, workflow)
    const record = input.runId ? await recordedRun(tx, actor, workflow, input.runId) : undefined
    const carried = carriedTasks(definition, held, await recordedTasks(tx, record), input)
    const acting = actingSteps(definition.steps.filter(({ id }) => !carried.has(id)))
    const named = new Set(input.effects)
    if (acting.length !== named.size || acting.some(({ stepId }) => !named.has(stepId)))
      throw new ApiError(
        'conflict',
        acting.length === 0
          ? 'No step of this part sends, changes or asks anything; name none in `effects`.'
          : 'Name in `effects` each step that may send, change or ask something.',
        { effects: acting },
      )
    await requireFiles(tx, actor, input.startData, 'startData')
    const checkFor = { organizationId, signal }
    const startData =
      input.startData === undefined && record
        ? await loadValue(tx, record.id, record.startData, record.startRef)
        : await readStartData(tx, definition.startData, input.startData, 'startData', checkFor)
    const { runId } = await startRun(tx, {
      organizationId,
      workflowId: workflow.id,
      versionId: null,
      definition,
      startData,
      trigger: actor.kind === 'api-key' ? 'api' : 'manual',
      startedBy: actor.name,
      startedByUserId: actor.kind === 'user' ? actor.id : null,
      sandbox: record?.sandbox ?? false,
      carriedTasks: carried,
      ...(record ? { payloadsOf: record.id } : {}),
    })
    return { id: runId, status: 'running' as const }
  },
})
