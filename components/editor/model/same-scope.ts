import type { Definition, Step } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'

/** What of a step its own expressions do not see: its words, and how it is set. */
const unseen = new Set(['title', 'config', 'branchLabels', 'position', 'priority', 'retry'])

const isSeenAlike = (one: Step, other: Step, own: ReadonlySet<string>): boolean =>
  (Object.keys({ ...one, ...other }) as (keyof Step)[]).every(
    (key) => own.has(key) || one[key] === other[key],
  )

/**
 * Whether the expressions of a step can name the same in two definitions: nothing differs but what
 * is typed into that step itself. Only a loop, which computes for each round, sees its own settings.
 */
export function hasSameScope(
  before: Definition,
  after: Definition,
  stepId: string,
  types: ReadonlyMap<string, StepTypeInfo>,
): boolean {
  if (before === after) return true
  if (before.startData !== after.startData || before.steps.length !== after.steps.length)
    return false
  return before.steps.every((step, index) => {
    const now = after.steps[index]
    if (step === now) return true
    if (now?.id !== stepId) return false
    const isLoop = types.get(now.type)?.deferred !== undefined
    return isSeenAlike(step, now, isLoop ? new Set(['title']) : unseen)
  })
}
