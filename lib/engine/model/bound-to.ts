import type { Definition } from '#lib/domain/workflow/definition'
import type { TaskState } from '#lib/domain/run/task-state'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'

type Bound = {
  definition: Pick<Definition, 'settings'>
  type: Pick<StepTypeInfo, 'effect' | 'connection'> | undefined
  state: TaskState | null
}

/**
 * The label of the workers that may execute a task; null: those that serve what is not bound;
 * undefined: any. The label of a connection is known when it is opened: an attempt that other
 * workers must make is deferred, and its state says for whom. A step that only computes is executed
 * where its run is.
 */
export function boundTo({ definition, type, state }: Bound): string | null | undefined {
  if (state?.waitsFor === 'worker') return state.workerLabel ?? null
  const { workerLabel } = definition.settings
  if (workerLabel !== undefined) return workerLabel
  if (!type || type.effect === 'pure' || type.connection !== undefined) return undefined
  return null
}
