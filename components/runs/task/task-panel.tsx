'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import { TaskStatusBadge } from '#components/shared/display/status'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import { humanName } from '#lib/domain/human-name'
import { shownStatus } from '#lib/domain/run/was-given'
import type { RunPage, RunPageTask } from '#lib/contracts/runs/runs'
import { OutcomeAnswered } from '../unknown-outcome/outcome-answered.tsx'
import { TaskActions } from './task-actions.tsx'
import { TaskChildren } from './task-children.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskProgress } from './task-progress.tsx'
import { TaskValues } from './task-values.tsx'
import { Waiting } from './waiting.tsx'

const OutcomeForm = dynamic(
  async () => (await loadCode(() => import('../unknown-outcome/outcome-form.tsx'))).OutcomeForm,
  { ssr: false },
)

const TaskLetters = dynamic(
  async () => (await loadCode(() => import('#components/letters/task-letters'))).TaskLetters,
  { loading: () => null },
)

type Props = {
  run: RunPage
  task: RunPageTask
  /** The address of the page names the task. */
  linked: boolean
  canControl: boolean
  onChanged(): void
}

const stepOf = ({ definition }: RunPage, stepId: string | null | undefined): Step | undefined =>
  (definition as Definition).steps.find(({ id }) => id === stepId)

/** The question about a call with an unknown outcome; after the answer, the way on. */
function Outcome({ run, task, linked, canControl, onChanged }: Props) {
  const [answered, setAnswered] = useState(false)
  const isUnknown =
    task.status === 'suspended' &&
    (task.state as { reason?: string } | null)?.reason === 'unknown-outcome'
  if (!isUnknown) return answered ? <OutcomeAnswered taskId={task.id} /> : null
  if (!canControl) return null
  return (
    <OutcomeForm
      key={task.attempt}
      taskId={task.id}
      step={stepOf(run, task.stepId)}
      restored={task.error?.code === 'restored'}
      takeFocus={linked}
      onAnswered={(done) => {
        if (done) setAnswered(true)
        onChanged()
      }}
    />
  )
}

/** Everything about one task, and the actions on it. */
export function TaskPanel(props: Props) {
  const { run, task, canControl, onChanged } = props
  return (
    <section className="space-y-4" aria-label={`Task ${task.title}`}>
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 flex-1 truncate text-base font-semibold">{task.title}</h2>
        <TaskStatusBadge status={shownStatus(task)} />
      </header>
      {task.error ? (
        <Alert variant="destructive">
          <AlertTitle>{humanName(task.error.code)}</AlertTitle>
          <AlertDescription className="break-words">{task.error.message}</AlertDescription>
        </Alert>
      ) : null}
      <Waiting task={task} />
      {task.stepType === 'ask-documents' && task.status === 'running' ? (
        <TaskProgress taskId={task.id} />
      ) : null}
      <Outcome {...props} />
      {task.stepType === 'send-letter' ? <TaskLetters runId={run.id} taskId={task.id} /> : null}
      <TaskFacts
        task={task}
        step={stepOf(run, task.stepId)}
        handles={stepOf(run, task.handlesStepId)?.title ?? task.handlesStepId ?? undefined}
      />
      <TaskChildren runs={run.children.filter(({ taskId }) => taskId === task.id)} />
      <TaskValues run={run} task={task} />
      {canControl ? <TaskActions run={run} task={task} onChanged={onChanged} /> : null}
    </section>
  )
}
