import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { runs } from '#db/schema/runs'
import type { Actor } from '#lib/auth/actor'
import type { tryDraftContract } from '#lib/contracts/workflows/tries'
import type { AnswerOf } from '#lib/contracts/contract-types'
import { ApiError } from '#lib/domain/api-error'
import { sampleValue } from '#lib/domain/json-schema/sample-value'
import { isTerminalRun } from '#lib/domain/statuses'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import { isLoop } from '#lib/domain/workflow/loops'
import { outputSchemaOf } from '#lib/domain/workflow/output-schema'
import { branchNames } from '#lib/domain/workflow/branch-names'
import type { Outcome } from '#lib/engine/model/outcome'
import { unstarted } from '#lib/engine/model/run'
import { loadRecordedRuns } from '#lib/engine/replay/load-recorded-runs'
import { ownScope, type RecordedRun } from '#lib/engine/replay/recorded-run'
import { replayRun } from '#lib/engine/replay/replay-run'
import type { ReplayedStep } from '#lib/engine/replay/replayed-step'
import type { ReplayServices } from '#lib/engine/replay/replay-services'
import type { Trying } from '#lib/engine/replay/trying'
import { newId } from '#lib/ids'
import { requireRun } from '../access/access-sql.ts'
import { replayServicesFor } from '../back-tests/replay-services-for.ts'
import { replayParts } from '../computing/replay-parts.ts'
import { defineOutsideOperation } from '../define-operation.ts'
import type { WorkflowRow } from '../workflows/find-workflow.ts'
import { testedWorkflow } from '../workflows/tested-workflow.ts'
import { partToTry, type TryPart } from '#lib/domain/workflow/part-to-try'
import { mostSteps, triedSteps } from './tried-steps.ts'

/** A person waits for it. */
const mostMs = 20_000

type Input = {
  id: string
  runId?: string | undefined
  startData?: Record<string, unknown> | undefined
  part: TryPart
  step?: string | undefined
  pins?: Record<string, { output?: unknown; via?: string | undefined }> | undefined
  disabled?: string[] | undefined
}

const done = (output: unknown, via: string | null): Outcome => ({
  kind: 'done',
  output: output ?? null,
  via,
  logs: [],
})

/** How the steps of a draft are answered in a try. */
function tryingOf(
  { draft }: WorkflowRow,
  input: Input,
  types: ReplayServices['stepTypes'],
): Trying {
  const { wanted, held } = partToTry(draft, input.part, input.step ?? '')
  const disabled = new Set(input.disabled)
  const pins = new Map(Object.entries(input.pins ?? {}))
  const firstBranch = (step: Step, config: unknown): string | null => {
    if (isLoop(step)) return 'done'
    const known = config as Record<string, unknown> | null
    return branchNames(types.get(step.type)?.info.branches, known ?? {})?.[0] ?? null
  }
  return {
    wants: (stepId) => wanted?.has(stepId) ?? true,
    given(step) {
      if (disabled.has(step.id)) return done(null, isLoop(step) ? 'done' : null)
      const pin = pins.get(step.id)
      if (pin) return done(pin.output, pin.via ?? firstBranch(step, step.config))
      return held.has(step.id) ? 'recorded' : undefined
    },
    invented(step, config) {
      const known = { ...step, config: (config ?? {}) as Step['config'] }
      const schema = outputSchemaOf(known, types.get(step.type)?.info)
      return done(sampleValue(schema), firstBranch(step, config))
    },
  }
}

/** A run that never was, with start data alone. */
function invented(workflow: WorkflowRow, timeZone: string, startData: unknown): RecordedRun {
  const id = newId()
  return {
    definition: { ...workflow.draft, steps: [] },
    status: 'completed',
    scopes: new Map([[ownScope, { tasks: new Map(), items: [] }]]),
    run: {
      id,
      scopeId: id,
      organizationId: workflow.organizationId,
      workflowId: workflow.id,
      workflowName: workflow.name,
      organizationTimeZone: timeZone,
      versionId: null,
      trigger: 'manual',
      startData,
      createdAt: new Date(),
      unwritten: false,
      ...unstarted,
    },
  }
}

function requireSteps(
  { steps }: Definition,
  { part, step, pins = {}, disabled = [] }: Input,
): void {
  const known = new Set(steps.map(({ id }) => id))
  if (part !== 'all' && step === undefined)
    throw new ApiError('unprocessable', 'Say which step: this part of a workflow needs one.')
  const named = [...(step === undefined ? [] : [step]), ...Object.keys(pins), ...disabled]
  const missing = named.find((id) => !known.has(id))
  if (missing !== undefined)
    throw new ApiError('unprocessable', `The draft has no step “${missing}”. Save it first.`)
}

/** The draft and the run's organization, for who may see both. Throws 403, 404, 409. */
async function chosen(tx: Tx, actor: Actor, input: Input) {
  const workflow = await testedWorkflow(tx, actor, input.id)
  requireSteps(workflow.draft, input)
  const [organization] = await tx
    .select({ timeZone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, actor.organizationId))
  if (input.runId === undefined) return { workflow, timeZone: organization?.timeZone ?? 'UTC' }
  await requireRun(tx, actor, input.runId)
  const [run] = await tx
    .select({ status: runs.status })
    .from(runs)
    .where(and(eq(runs.id, input.runId), eq(runs.workflowId, workflow.id), isNull(runs.loop)))
  if (!run) throw ApiError.notFound('run of this workflow', input.runId)
  if (!isTerminalRun(run.status))
    throw new ApiError('conflict', 'Choose a run that has ended, or sample data.')
  return { workflow, timeZone: organization?.timeZone ?? 'UTC' }
}

async function recordOf(
  { workflow, timeZone }: Awaited<ReturnType<typeof chosen>>,
  { runId, startData }: Input,
  services: ReplayServices,
): Promise<RecordedRun> {
  if (runId === undefined) return invented(workflow, timeZone, startData ?? {})
  const [recorded] = await loadRecordedRuns(services.pool, workflow.organizationId, [runId])
  if (!recorded) throw ApiError.notFound('run of this workflow', runId)
  return startData === undefined ? recorded : { ...recorded, run: { ...recorded.run, startData } }
}

/**
 * Plays the draft in memory with the data of a run, or with others. Nothing is called or written.
 * Throws 403, 404, 409, 422, and 503 when no process can compute now.
 */
export const tryDraft = defineOutsideOperation<Input, AnswerOf<typeof tryDraftContract.returns>>({
  name: 'tryDraft',
  permission: 'workflows:edit',
  audit: ({ input, output }) => ({
    action: 'draft.tried',
    objectKind: 'workflow',
    objectId: input.id,
    details: {
      part: input.part,
      revision: output.revision,
      ...(input.step === undefined ? {} : { step: input.step }),
      ...(input.runId === undefined ? {} : { runId: input.runId }),
    },
  }),
  async run({ actor, input, signal, transaction }) {
    const found = await transaction((tx) => chosen(tx, actor, input))
    const { workflow } = found
    const limit = AbortSignal.timeout(mostMs)
    const within = AbortSignal.any([signal, limit])
    const services = replayServicesFor(replayParts, actor.organizationId, within)
    const told: ReplayedStep[] = []
    try {
      const recorded = await recordOf(found, input, services)
      const { status } = await replayRun(workflow.draft, recorded, services, {
        signal: within,
        tell: (step) => told.push(step),
        trying: tryingOf(workflow, input, services.stepTypes),
      })
      const pins = new Set(Object.keys(input.pins ?? {}))
      const disabled = new Set(input.disabled)
      const steps = await triedSteps(workflow.draft, told, { pins, disabled }, services.pool)
      return { revision: workflow.draftRevision, status, steps, more: told.length > mostSteps }
    } catch (error) {
      if (!limit.aborted) throw error
      throw new ApiError(
        'unprocessable',
        'This takes longer than 20 seconds. Try fewer steps, or data with fewer items.',
      )
    }
  },
})
