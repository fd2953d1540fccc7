import type { Step } from '#lib/domain/workflow/definition'
import { isLoop } from '#lib/domain/workflow/loops'
import { handledKey } from './handled-key.ts'
import { sameStep } from './same-step.ts'
import type { Playing, ScopeParts } from './scope.ts'

/** Whether every task of the scope gave what was recorded. */
export const isSameScope = ({ unknown, same }: ScopeParts): boolean =>
  unknown.size === 0 && [...same.values()].every(Boolean)

function gaveSame({ record, state, same }: ScopeParts, key: string): boolean {
  const old = record.taskAt(key)
  const had = old?.output !== undefined
  const has = state.hasOutput(key)
  return has === had && (has || old?.status === 'failed' ? same.get(key) === true : true)
}

/** Whether a step around the loop gave what was recorded. */
function outerIsSame({ scope: { parent } }: ScopeParts, stepId: string): boolean {
  if (!parent) return true
  const key = parent.prefix + stepId
  return parent.parts.scope.plan.positions.has(key)
    ? gaveSame(parent.parts, key)
    : outerIsSame(parent.parts, stepId)
}

/** Whether the step is the one that was recorded, and all that it reads is the same. */
function readsTheSame(
  parts: ScopeParts,
  oldStep: Step | undefined,
  { step, reads: { own, outer } }: Playing,
): boolean {
  const { shared } = parts
  return (
    oldStep !== undefined &&
    shared.hasSameStart &&
    sameStep(oldStep, step) &&
    !shared.namesMoved(step) &&
    own.every((key) => gaveSame(parts, key)) &&
    outer.every((id) => outerIsSame(parts, id))
  )
}

/**
 * Whether the step does the same by its definition, and reads the same: then it gave what was
 * recorded, and nothing has to be computed. A loop is played, because its body may have changed.
 */
export function mustBeSame(parts: ScopeParts, playing: Playing): boolean {
  const { definition, recorded } = parts.shared
  const { task, step } = playing
  return (
    !isLoop(step) &&
    readsTheSame(parts, parts.record.stepBefore(step), playing) &&
    definition.settings.timeZone === recorded.definition.settings.timeZone &&
    parts.record.hasSameItem(task.key) &&
    (task.handlesStepId === null || gaveSame(parts, handledKey(task.key)))
  )
}

/** Whether the loop itself, without its body, is the same and reads the same. */
export const mustBeSameLoop = (parts: ScopeParts, playing: Playing): boolean =>
  playing.old?.status === 'completed' &&
  readsTheSame(parts, parts.record.stepBefore(playing.step), playing)
