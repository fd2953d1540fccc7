import { performance } from 'node:perf_hooks'
import type { Definition } from '#lib/domain/workflow/definition'
import { configReferences, expressionsIn, isPlain, resolveAtOnce } from '#lib/domain/expressions/expressions'
import type { RunTrigger } from '#lib/domain/statuses'
import { instantOfId } from '#lib/ids'
import type { StepServices, StepType } from '#lib/steps/define-step'
import { performUntold, prepareAttempt, type AttemptServices, type Prepared } from './attempt.ts'
import { retryPolicyOf } from '../model/retry-policy.ts'
import { runContext, sightOf } from '../model/context.ts'
import { keepCommit } from '../store/keep-commit.ts'
import { inRowBytes } from '../store/payloads.ts'
import { planOf, type Plan } from '../model/plan.ts'
import { runEnd, tellingKeys } from '../model/run-end.ts'
import { RunPicture } from '../model/run-picture.ts'
import type { LeasedRun, TaskRow } from '../model/run.ts'
import { storable } from '../model/storable.ts'

type Start = { runId: string; organizationId: string; workflowId: string; versionId: string; definition: Definition; startData: unknown; trigger: RunTrigger }
type Attempt = { prepared: Prepared; begunAt: Date; endedAt: Date }

/** A run that came to its end before it was written: all of its tasks, its output, how long it worked, and the attempts, of which nobody was told yet. */
export type WorkedAhead = { tasks: Awaited<ReturnType<typeof keepCommit>>['added']; output: unknown; activeMs: number; attempts: Attempt[] }

/**
 * What a start may cost its process, which answers others too. Expressions cost what they name, so their length and the 8 KB of start data bound the time (a few milliseconds
 * at most); no clock is looked at, so that the same start always goes the same way.
 */
const mostSteps = 50
const mostExpressions = 2048
const mostValues = 20_000
/** Characters of texts in what expressions make, before it is known to be small. */
const mostCharacters = 1_000_000
/** Characters of JSON of all inputs and outputs of a run. */
const mostWritten = 64 * 1024
/** A definition whose runs were given up so often, one after the other, is left to the workers. */
const mostGivenUp = 3

/** By version, as long as this process knows it; null for those that are left to the workers. */
const plans = new WeakMap<Definition, { plan: Plan; givenUp: number } | null>()

/**
 * Whether every step only computes, at once, from what the start itself knows: not from the workflow's name or the zone of the organization, which may change. A limited workflow
 * has to be asked whether there is room.
 */
function onlyComputes({ steps, settings }: Definition, stepTypes: Map<string, StepType>): boolean {
  if (settings.concurrency || steps.length > mostSteps) return false
  if (steps.some(({ config }) => JSON.stringify(config).length > inRowBytes)) return false
  if (steps.flatMap(({ config }) => expressionsIn(config)).reduce((sum, { text }) => sum + text.length, 0) > mostExpressions) return false
  return steps.every(({ type, typeVersion = 1, config }) => {
    const known = stepTypes.get(type)
    return known?.immediate === true && known.info.version >= typeVersion && expressionsIn(config).every(({ text }) => isPlain(text)) && !configReferences(config).run
  })
}

function planAhead(definition: Definition, stepTypes: Map<string, StepType>): { plan: Plan; givenUp: number } | null {
  const known = plans.get(definition)
  if (known !== undefined) return known
  const planned = onlyComputes(definition, stepTypes) ? { plan: planOf(definition), givenUp: 0 } : null
  plans.set(definition, planned)
  return planned
}

/**
 * Works a run out before it is written, when all of its steps only compute: then its start and its end are one commit, and no worker hears of it. Nobody else can
 * know of the run yet, so there is nothing to lease and nothing to be lost. Undefined when the run has to go through the queue: it does more than
 * compute, makes something large, needs JSONata after all, or does not complete, which is for a worker to tell, and to write the mail.
 */
export async function workAhead(start: Start, stepTypes: Map<string, StepType>): Promise<WorkedAhead | undefined> {
  const planned = planAhead(start.definition, stepTypes)
  if (!planned) return undefined
  const worked = await workOut(start, planned.plan, stepTypes)
  planned.givenUp = worked ? 0 : planned.givenUp + 1
  if (planned.givenUp >= mostGivenUp) plans.set(start.definition, null)
  return worked
}

type Ground = { run: LeasedRun; picture: RunPicture; plan: Plan; definition: Definition; services: AttemptServices; left: { values: number; characters: number; written: number } }

async function workOut(start: Start, plan: Plan, stepTypes: Map<string, StepType>): Promise<WorkedAhead | undefined> {
  const begun = performance.now()
  const { definition } = start
  const run = unwrittenRun(start)
  const picture = new RunPicture(plan, run.id, [])
  // A type that only computes asks for neither.
  const services: AttemptServices = { stepTypes, services: {} as StepServices, openConnection: async () => await Promise.reject(new Error('nothing is called ahead')) }
  const ground: Ground = { run, picture, plan, definition, services, left: { values: mostValues, characters: mostCharacters, written: mostWritten } }
  const attempts: Attempt[] = []
  for (;;) {
    const finish = picture.settle(new Date())
    if (finish) {
      if (finish.status !== 'completed' || finish.failed !== undefined) return undefined
      const outputs = new Map(tellingKeys(run, plan, picture.tasks).filter((key) => picture.hasOutput(key)).map((key) => [key, picture.outputs.get(key)]))
      const { output } = runEnd(run, { definition, plan }, picture.tasks, outputs, finish).run
      if (!isSmall(output)) return undefined
      const { added } = await keepCommit(run.id, { changed: [], children: [], added: picture.takeWrites(true).added })
      return { tasks: added, output, activeMs: Math.round(performance.now() - begun), attempts }
    }
    const [next] = picture.ready(new Date())
    const attempt = next && (await workOn(next, ground))
    if (!attempt) return undefined
    attempts.push(attempt)
  }
}

/** One step; undefined when it did not simply give something small. */
async function workOn(ready: TaskRow, { run, picture, plan, definition, services, left }: Ground): Promise<Attempt | undefined> {
  const step = plan.steps.get(ready.stepId)
  const type = step && services.stepTypes.get(step.type)
  if (!step || !type) return undefined
  const begunAt = new Date()
  const task = { ...picture.begin(ready.key, type.info.effect, begunAt) }
  const outputs = sightOf(plan, definition, run, step, type, task).own.filter((key) => picture.hasOutput(key)).map((key): [string, unknown] => [key, picture.outputs.get(key)])
  const context = runContext(run, definition.settings.timeZone, outputs, task.key, null)
  const resolved = resolveAtOnce(step.config, context, left)
  if (resolved === undefined || !isSmall(resolved)) return undefined
  // What fails here fails again in a worker, which tells it.
  const prepared = await prepareAttempt(services, { run, step, task: { ...task, input: storable(resolved) }, context }).catch(() => undefined)
  const outcome = prepared && (await performUntold(services, prepared, new AbortController()))
  if (!prepared || outcome?.kind !== 'done' || !isSmall(outcome.output)) return undefined
  left.written -= sizeOf(prepared.input) + sizeOf(outcome.output)
  const endedAt = new Date()
  picture.apply(task.key, outcome, prepared.input, retryPolicyOf(step, type), endedAt)
  return left.written < 0 ? undefined : { prepared, begunAt, endedAt }
}

/** Characters of its JSON. */
const sizeOf = (value: unknown): number => JSON.stringify(value ?? null).length
const isSmall = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value ?? null)) <= inRowBytes

/** As a worker would find it, but for what no expression of it names. */
function unwrittenRun({ runId, organizationId, workflowId, versionId, startData, trigger }: Start): LeasedRun {
  return {
    ...{ id: runId, scopeId: runId, organizationId, workflowId, versionId, startData: startData ?? {}, trigger, createdAt: instantOfId(runId) },
    ...{ workflowName: '', organizationTimeZone: 'UTC', draftDefinition: null, plannedAt: null, leased: false, unwritten: true, isChild: false, suspect: false, limited: false, epoch: 0, revision: 0, depth: 0, activeMs: 0, loop: null },
  }
}
