import { Fact, Facts } from '#components/shared/display/facts'
import { formatDuration, formatExact } from '#components/shared/display/format'
import type { RunPageTask } from '#lib/contracts/runs/runs'
import { branchLabel } from '#lib/domain/workflow/branch-label'
import type { Step } from '#lib/domain/workflow/definition'
import { humanName } from '#lib/domain/human-name'
import { wasGiven } from '#lib/domain/run/was-given'
import { itemOf } from './loop-items.ts'

function Finished({ task: { startedAt, finishedAt } }: { task: RunPageTask }) {
  if (!finishedAt) return null
  const ms = startedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : null
  const took = ms === null ? '' : ` (${formatDuration(ms)})`
  return <Fact name="Finished">{`${formatExact(finishedAt)}${took}`}</Fact>
}

type Props = {
  task: RunPageTask
  step: Step | undefined
  /** The title of the step whose failure this one handles. */
  handles: string | undefined
}

/** What people give to support and to the API. */
function Ids({ task }: Pick<Props, 'task'>) {
  return (
    <details>
      <summary className="min-h-6 cursor-pointer rounded-sm text-sm text-muted-foreground outline-none focus-visible:ring-2 focus-visible:ring-ring">
        For the API
      </summary>
      <Facts>
        <Fact name="Step">
          <code className="text-xs">{task.stepId}</code>
        </Fact>
        <Fact name="Task id">
          <code className="text-xs">{task.id}</code>
        </Fact>
      </Facts>
    </details>
  )
}

function workedOn(task: RunPageTask): string {
  if (wasGiven(task)) return 'not at all: it was disabled, or its answer was pinned'
  return task.attempt === 1 ? 'once' : `${task.attempt} times`
}

/** What kind of step a task is of, and when and how it was worked on. */
export function TaskFacts({ task, step, handles }: Props) {
  const item = itemOf(task.key)
  return (
    <div className="space-y-1.5">
      <Facts>
        <Fact name="Kind of step">{humanName(task.stepType)}</Fact>
        {item === null ? null : <Fact name="Item">{item + 1}</Fact>}
        {handles ? <Fact name="Handles the failure of">{handles}</Fact> : null}
        <Fact name="Worked on">{workedOn(task)}</Fact>
        {task.via ? <Fact name="Branch taken">{branchLabel(step, task.via)}</Fact> : null}
        {task.completedBy ? <Fact name="Completed by">{task.completedBy}</Fact> : null}
        {task.startedAt ? <Fact name="Started">{formatExact(task.startedAt)}</Fact> : null}
        <Finished task={task} />
      </Facts>
      <Ids task={task} />
    </div>
  )
}
