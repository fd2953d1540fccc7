import type { UnknownReason } from '#lib/domain/back-test/difference'
import { isLoop } from '#lib/domain/workflow/loops'
import type { VisibleOutputs } from '../model/context.ts'
import type { Outcome } from '../model/outcome.ts'
import { stepOf } from '../model/plan.ts'
import type { TaskRow } from '../model/run.ts'
import { applyOutcome } from './apply-outcome.ts'
import type { Playing, ScopeParts } from './scope.ts'

const never = new Date('9999-12-31T00:00:00Z')
/** The output of a step that is not known. */
const unknownOutput = Object.freeze({ unknown: true })

/** The first step that is to blame for what is not known of a scope. */
export const firstCause = ({ unknown }: ScopeParts): string | undefined =>
  [...unknown.values()][0]?.because

function unknownAround({ scope: { parent } }: ScopeParts, stepId: string): string | undefined {
  if (!parent) return undefined
  const { parts, prefix } = parent
  const key = prefix + stepId
  return (
    parts.unknown.get(key)?.because ??
    (parts.scope.plan.positions.has(key) ? undefined : unknownAround(parts, stepId))
  )
}

/** The step that is to blame when something that is read is not known. */
export function unknownRead(parts: ScopeParts, { own, outer }: VisibleOutputs): string | undefined {
  const key = own.find((one) => parts.unknown.has(one))
  if (key !== undefined) return parts.unknown.get(key)?.because
  for (const id of outer) {
    const found = unknownAround(parts, id)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Goes on without the step's output: what reads it is not known either. Where it is not known that
 * the step ends at all (`isOpen`), nothing behind it is played.
 */
export function leaveUnknown(
  parts: ScopeParts,
  playing: Playing,
  why: UnknownReason,
  because: string,
  isOpen = false,
): void {
  const { shared, record } = parts
  const { task, step } = playing
  const unknown = { stepId: step.id, items: record.itemsOf(task.key), why, because }
  parts.unknown.set(task.key, unknown)
  parts.same.set(task.key, false)
  shared.found.unknown.push(unknown)
  const branches = shared.definition.steps.some(({ after }) =>
    after.some((edge) => edge.step === step.id && edge.via !== undefined),
  )
  const via = isLoop(step) ? 'done' : null
  const outcome: Outcome =
    isOpen || (branches && via === null)
      ? { kind: 'suspended', suspension: { reason: 'until', until: never }, logs: [] }
      : { kind: 'done', output: unknownOutput, via, logs: [] }
  applyOutcome(parts, playing, outcome)
}

/** The steps that are not reached, because what they come after is not known; with who is to blame. */
export function behindUnknown(parts: ScopeParts): { task: TaskRow; because: string }[] {
  const { state, scope, unknown } = parts
  const causes = new Map([...unknown].map(([key, { because }]) => [key, because]))
  return [...state.tasks.values()].flatMap((task) => {
    if (task.status !== 'waiting-dependencies') return []
    const prefix = task.key.slice(0, task.key.indexOf(':') + 1)
    const before = stepOf(scope.plan, task.stepId).after.map(({ step }) => prefix + step)
    const nearest = before.find((key) => causes.has(key))
    const because = nearest === undefined ? firstCause(parts) : causes.get(nearest)
    if (because === undefined) return []
    causes.set(task.key, because)
    return [{ task, because }]
  })
}
