import { isDeepStrictEqual } from 'node:util'
import type { Step } from '#lib/domain/workflow/definition'
import { PermanentStepError } from '#lib/steps/define-step'
import { prepareAttempt, type Prepared } from '../execute/attempt.ts'
import { runContext, visibleOutputsOf } from '../model/context.ts'
import type { Outcome } from '../model/outcome.ts'
import { planOf } from '../model/plan.ts'
import { sameStep } from './same-step.ts'
import { perform } from './scope-attempt.ts'
import { outerOutput } from './scope-outputs.ts'
import type { Playing, ScopeParts } from './scope.ts'

const isCode = ({ type }: Prepared): boolean => type.info.category === 'Code'

/** Runs the step as it was, with what it read. */
async function asBefore(
  parts: ScopeParts,
  playing: Playing,
  { type, run, task }: Prepared,
  oldStep: Step,
): Promise<Outcome | undefined> {
  const { shared, record } = parts
  const { recorded, services, attempts } = shared
  const loop = run.loop
  const part = loop && { ...loop, count: loop.items.length }
  const plan = planOf(recorded.definition, part ?? undefined)
  const reads = visibleOutputsOf(plan, recorded.definition, run, oldStep, type, playing.task)
  const outputs: [id: string, output: unknown][] = []
  for (const id of reads.outer) {
    const found = await outerOutput(parts, shared.names.idNow(id))
    if (found) outputs.push([id, found.output])
  }
  for (const key of reads.own) {
    const output = record.taskAt(key)?.output
    if (output) outputs.push([key.slice(reads.prefix.length), await output.load(services.pool)])
  }
  const { timeZone } = recorded.definition.settings
  const asItWas = { ...run, startData: recorded.run.startData }
  const context = runContext(asItWas, timeZone, outputs, task.key, null)
  try {
    const request = { run: asItWas, step: oldStep, task, context }
    return await perform(shared, await prepareAttempt(attempts, request))
  } catch (error) {
    if (error instanceof PermanentStepError) return undefined
    throw error
  }
}

/**
 * Whether code gives something else each time: the step as it was, with what it read, does not
 * give what was recorded. Then a difference says nothing about the change.
 */
export async function isUnstable(
  parts: ScopeParts,
  playing: Playing,
  prepared: Prepared,
): Promise<boolean> {
  const { step, old } = playing
  const oldStep = parts.record.stepBefore(step)
  if (!isCode(prepared) || !oldStep || old?.status !== 'completed') return false
  const outcome = await asBefore(parts, playing, prepared, oldStep)
  const given = await old.output?.load(parts.shared.services.pool)
  return outcome?.kind !== 'done' || !isDeepStrictEqual(outcome.output, given ?? null)
}

/** Whether code that was changed is slower; it is measured in a few runs. */
export async function isSlower(
  parts: ScopeParts,
  playing: Playing,
  prepared: Prepared,
): Promise<boolean> {
  const { pace } = parts.shared
  const { step } = playing
  const oldStep = parts.record.stepBefore(step)
  if (!pace || !isCode(prepared) || !oldStep || sameStep(oldStep, step) || !pace.wants(step.id))
    return false
  return await pace.isSlower(
    step.id,
    async () => await asBefore(parts, playing, prepared, oldStep),
    async () => await perform(parts.shared, prepared),
  )
}
