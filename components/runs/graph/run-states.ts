import { stepStates, type StepState } from '#components/editor/data/step-states'
import type { RunPage } from '#lib/contracts/runs/runs'
import { isTerminalRun } from '#lib/domain/statuses'
import type { Definition } from '#lib/domain/workflow/definition'
import { itemOf } from '../task/loop-items.ts'

type Run = Pick<RunPage, 'tasks' | 'children' | 'status'>

/** The run with the tasks of one item of its loop; undefined: the newest of each step. */
export const withItem = <Some extends Run>(run: Some, item: number | undefined): Some =>
  item === undefined
    ? run
    : { ...run, tasks: run.tasks.filter(({ key }) => (itemOf(key) ?? item) === item) }

/** What became of each step in a run, also of those that it did not come to. */
export function runStates(definition: Definition, run: Run): Map<string, StepState> {
  const states = stepStates(definition, run)
  const isOver = isTerminalRun(run.status)
  for (const { id } of definition.steps)
    if (!states.has(id))
      states.set(id, { status: isOver ? 'unused' : 'waiting-dependencies', items: null })
  return states
}
