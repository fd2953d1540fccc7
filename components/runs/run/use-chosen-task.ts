'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import type { RunPage } from '#lib/contracts/runs/runs'
import type { Definition } from '#lib/domain/workflow/definition'
import { bodiesOf, innermostLoops } from '#lib/domain/workflow/loops'
import { taskOfStep } from '../graph/taken-lines.ts'
import { withItem } from '../graph/run-states.ts'

/**
 * The task of a step. A step that a loop repeats has its tasks in the loop's runs, which the loop's
 * own task lists.
 */
function taskToShow({ tasks, definition }: RunPage, stepId: string) {
  const loop = innermostLoops(bodiesOf((definition as Definition).steps)).get(stepId)
  return taskOfStep(tasks, stepId) ?? (loop ? taskOfStep(tasks, loop) : undefined)
}

/**
 * The task that the page of a run shows: the one that the person chose or that the address names
 * (`?task=`), else one that failed, else one that waits, else one that reads documents, which says
 * how far it is. `isLinked`: the address names it.
 */
export function useChosenTask(run: RunPage) {
  const { tasks } = run
  const linkedId = useSearchParams().get('task')
  const linkedKey = tasks.find(({ id }) => id === linkedId)?.key ?? null
  const [chosen, choose] = useState(linkedKey)
  // The step that was chosen in the drawing: a loop did it, where the task is another's.
  const [pressed, setPressed] = useState<{ stepId: string; key: string | null }>()
  // A link may lead from one task of a run to another.
  const [followed, setFollowed] = useState(linkedId)
  if (linkedId !== followed) {
    setFollowed(linkedId)
    choose(linkedKey)
  }
  const byItself =
    tasks.find(({ status }) => status === 'failed') ??
    tasks.find(({ status }) => status === 'suspended') ??
    tasks.find(({ status, stepType }) => status === 'running' && stepType === 'ask-documents')
  const key = chosen ?? byItself?.key ?? null
  const task = tasks.find((entry) => entry.key === key)
  return {
    key,
    task,
    isLinked: task !== undefined && task.id === linkedId,
    choose,
    stepId: pressed && pressed.key === key ? pressed.stepId : (task?.stepId ?? null),
    /** `item`: of which item of the run's loop. */
    chooseStep: (stepId: string, item?: number) => {
      const shown = taskToShow(withItem(run, item), stepId)?.key ?? null
      setPressed({ stepId, key: shown })
      choose(shown)
    },
  }
}
