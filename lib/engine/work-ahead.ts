import { performance } from 'node:perf_hooks'
import type { Definition } from '#lib/domain/definition'
import { configReferences, expressionsIn, isPlain } from '#lib/domain/expressions'
import { instantOfId } from '#lib/ids'
import type { RunTrigger } from '#lib/domain/statuses'
import type { StepServices, StepType } from '#lib/steps/define-step'
import { performAttempt, prepareAttempt, retryPolicyOf, type AttemptServices } from './attempt.ts'
import { runContext, sightOf } from './context.ts'
import { keepCommit } from './keep-commit.ts'
import { inRowBytes } from './payloads.ts'
import { planOf, type Plan } from './plan.ts'
import { runEnd, tellingKeys } from './run-end.ts'
import { RunPicture } from './run-picture.ts'
import type { LeasedRun, TaskRow } from './run-store.ts'

type Start = { runId: string; organizationId: string; workflowId: string; versionId: string; definition: Definition; startData: unknown; trigger: RunTrigger }
type Kept = Awaited<ReturnType<typeof keepCommit>>

/** A run that came to its end before it was written: all of its tasks, its output, and how long it worked. */
export type WorkedAhead = { tasks: Kept['added']; output: unknown; activeMs: number }

/** Together they bound what a start can cost its process, which answers others too: the time is looked at after each step, and what one step makes is bounded by what its expressions can name. */
const mostSteps = 50
const mostExpressions = 8 * 1024
const mostMs = 10

/** Read once for each version; null for those that are left to the workers. */
const plans = new WeakMap<Definition, Plan | null>()

/** Whether every step only computes, at once, from what the start itself knows: not from the workflow's name or the zone of the organization, which may change. */
function onlyComputes(definition: Definition, stepTypes: Map<string, StepType>): boolean {
  const { steps } = definition
  if (steps.length > mostSteps || steps.flatMap(({ config }) => expressionsIn(config)).reduce((sum, { text }) => sum + text.length, 0) > mostExpressions) return false
  return steps.every(({ type, typeVersion = 1, config }) => {
    const known = stepTypes.get(type)
    return known?.immediate === true && known.info.version >= typeVersion && expressionsIn(config).every(({ text }) => isPlain(text)) && !configReferences(config).run
  })
}

function planAhead(definition: Definition, stepTypes: Map<string, StepType>): Plan | null {
  const known = plans.get(definition)
  if (known !== undefined) return known
  const plan = onlyComputes(definition, stepTypes) ? planOf(definition) : null
  plans.set(definition, plan)
  return plan
}

const isSmall = (value: unknown): boolean => JSON.stringify(value ?? null).length <= inRowBytes

/**
 * Works a run out before it is written, when all of its steps only compute: then its start and its end are one commit, and no worker hears of it. Nobody else can
 * know of the run yet, so there is nothing to lease and nothing to be lost. Undefined when the run has to go through the queue: it does more than
 * compute, makes something large, takes long, or does not complete, which is for a worker to tell, and to write the mail.
 */
export async function workAhead(start: Start, stepTypes: Map<string, StepType>): Promise<WorkedAhead | undefined> {
  const plan = planAhead(start.definition, stepTypes)
  if (!plan) return undefined
  const begun = performance.now()
  const run = unwrittenRun(start)
  const picture = new RunPicture(plan, run.id, [])
  // A type that only computes asks for neither.
  const services: AttemptServices = { stepTypes, services: {} as StepServices, openConnection: async () => await Promise.reject(new Error('nothing is called ahead')) }
  for (;;) {
    const finish = picture.settle(new Date())
    if (finish) {
      if (finish.status !== 'completed' || finish.failed !== undefined) return undefined
      const outputs = new Map(tellingKeys(run, plan, picture.tasks).filter((key) => picture.hasOutput(key)).map((key) => [key, picture.outputs.get(key)]))
      const { run: left } = runEnd(run, { definition: start.definition, plan }, picture.tasks, outputs, finish)
      const kept = await keepCommit(run.id, { changed: [], children: [], added: picture.takeWrites(true).added, run: { ...left, activeMs: 0 } })
      return kept.rows.length > 0 ? undefined : { tasks: kept.added, output: kept.output, activeMs: Math.round(performance.now() - begun) }
    }
    const [next] = picture.ready(new Date())
    if (!next || performance.now() - begun > mostMs || !(await workOn(next, { run, picture, plan, definition: start.definition, services }))) return undefined
  }
}

type Ground = { run: LeasedRun; picture: RunPicture; plan: Plan; definition: Definition; services: AttemptServices }

/** One step; false when it did not simply give something small. */
async function workOn(ready: TaskRow, { run, picture, plan, definition, services }: Ground): Promise<boolean> {
  const step = plan.steps.get(ready.stepId)
  const type = step && services.stepTypes.get(step.type)
  if (!step || !type) return false
  const task = { ...picture.begin(ready.key, type.info.effect, new Date()) }
  const outputs = sightOf(plan, definition, run, step, type, task).own.filter((key) => picture.hasOutput(key)).map((key): [string, unknown] => [key, picture.outputs.get(key)])
  const context = runContext(run, definition.settings.timeZone, outputs, task.key, null)
  // What fails here fails again in a worker, which tells it.
  const prepared = await prepareAttempt(services, { run, step, task, context }).catch(() => undefined)
  if (!prepared || !isSmall(prepared.input)) return false
  const outcome = await performAttempt(services, prepared, new AbortController())
  if (outcome.kind !== 'done' || !isSmall(outcome.output)) return false
  picture.apply(task.key, outcome, prepared.input, retryPolicyOf(step, type), new Date())
  return true
}

/** As a worker would find it, but for what no expression of it names. */
function unwrittenRun({ runId, organizationId, workflowId, versionId, startData, trigger }: Start): LeasedRun {
  return {
    ...{ id: runId, scopeId: runId, organizationId, workflowId, versionId, startData: startData ?? {}, trigger, createdAt: instantOfId(runId) },
    ...{ workflowName: '', organizationTimeZone: 'UTC', draftDefinition: null, plannedAt: null, leased: false, unwritten: true, isChild: false, limited: false, epoch: 0, revision: 0, depth: 0, activeMs: 0, loop: null },
  }
}
