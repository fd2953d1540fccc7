import { Fact, Facts } from '#components/shared/display/facts'
import { formatDuration, formatExact } from '#components/shared/display/format'
import type { RunPageTask } from '#lib/contracts/runs/runs'
import { branchLabel } from '#lib/domain/workflow/branch-label'
import type { Step } from '#lib/domain/workflow/definition'
import { itemOf } from './loop-items.ts'

function Finished({ task: { startedAt, finishedAt } }: { task: RunPageTask }) {
  if (!finishedAt) return null
  const ms = startedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : null
  const took = ms === null ? '' : ` (${formatDuration(ms)})`
  return <Fact name="Finished">{`${formatExact(finishedAt)}${took}`}</Fact>
}

/** Which step a task is of, and when and how it was worked on. */
export function TaskFacts({ task, step }: { task: RunPageTask; step: Step | undefined }) {
  const item = itemOf(task.key)
  return (
    <Facts>
      <Fact name="Step">
        {task.stepId} ({task.stepType})
      </Fact>
      {item === null ? null : <Fact name="Item">{item + 1}</Fact>}
      {task.handlesStepId ? <Fact name="Handles the failure of">{task.handlesStepId}</Fact> : null}
      <Fact name="Worked on">{task.attempt === 1 ? 'once' : `${task.attempt} times`}</Fact>
      {task.via ? <Fact name="Branch taken">{branchLabel(step, task.via)}</Fact> : null}
      {task.completedBy ? <Fact name="Completed by">{task.completedBy}</Fact> : null}
      {task.startedAt ? <Fact name="Started">{formatExact(task.startedAt)}</Fact> : null}
      <Finished task={task} />
      <Fact name="Task id">
        <code className="text-xs">{task.id}</code>
      </Fact>
    </Facts>
  )
}
