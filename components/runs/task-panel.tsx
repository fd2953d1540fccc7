'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { BanIcon, RotateCcwIcon } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/alert'
import { Button } from '#components/ui/button'
import { keyOf, queryOf } from '#components/shared/queries'
import {
  retryRunContract,
  type ChildRunView,
  type RunPage,
  type RunPageTask,
} from '#lib/contracts/runs'
import { cancelTaskContract, getTaskContract } from '#lib/contracts/tasks'
import { isTerminalRun, isTerminalTask } from '#lib/domain/statuses'
import { randomId } from '#lib/domain/random-id'
import { call } from '#lib/http/client'
import { ConfirmButton } from '#components/shared/confirm-button'
import { formatDuration, formatInstant } from '#components/shared/format'
import { JsonBlock } from './json-block.tsx'
import { itemOf, itemRange } from './loop-items.ts'
import { OutcomeAnswered } from './outcome-answered.tsx'
import { OutcomeForm } from './outcome-form.tsx'
import { Section } from './section.tsx'
import { RunStatusBadge, TaskStatusBadge } from '#components/shared/status'
import { TaskLog } from './task-log.tsx'
import { Waiting } from './waiting.tsx'

/** `linked`: the address of the page names the task. */
type Props = {
  run: RunPage
  task: RunPageTask
  linked: boolean
  canControl: boolean
  onChanged(): void
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

/** The runs that the task started, each with its state. */
function Children({ runs }: { runs: ChildRunView[] }) {
  if (runs.length === 0) return null
  return (
    <Section title={runs.length === 1 ? 'Its run' : `Its ${runs.length} runs`}>
      <ol
        className="max-h-60 divide-y overflow-y-auto rounded-md border"
        aria-label="Runs of this task"
      >
        {runs.map((child) => (
          <li key={child.id} className="flex items-center gap-2 px-3 py-1.5 text-sm">
            <Link
              className="min-h-6 min-w-0 flex-1 truncate underline underline-offset-2"
              href={`/runs/${child.id}`}
            >
              {child.items === null ? child.workflowName : itemRange(child.from, child.items)}
            </Link>
            <RunStatusBadge status={child.status} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

/**
 * Input, output, state and logs; of a run too large for one answer output and logs are fetched for
 * this task alone.
 */
function Values({ task }: { task: RunPageTask }) {
  const whole = useQuery({
    ...queryOf(getTaskContract, { params: { taskId: task.id } }),
    // Its values are other ones once its status is.
    queryKey: keyOf(getTaskContract, task.id, task.status),
    enabled: task.outputTruncated,
  })
  const output = task.outputTruncated ? whole.data?.output : task.output
  return (
    <>
      {task.input !== null && task.input !== undefined ? (
        <Section title="Input">
          <JsonBlock label="Input" value={task.input} />
        </Section>
      ) : null}
      {task.outputTruncated && whole.isPending ? (
        <p className="text-sm text-muted-foreground">Loading the output and the log…</p>
      ) : null}
      {output !== null && output !== undefined ? (
        <Section title="Output">
          <JsonBlock label="Output" value={output} />
        </Section>
      ) : null}
      {task.state !== null && task.state !== undefined && task.status === 'suspended' ? (
        <details>
          <summary className="min-h-6 cursor-pointer rounded-sm text-sm font-semibold outline-none focus-visible:ring-2 focus-visible:ring-ring">
            State
          </summary>
          <JsonBlock label="State" value={task.state} />
        </details>
      ) : null}
      <TaskLog lines={(task.outputTruncated ? whole.data?.logs : task.logs) ?? []} />
    </>
  )
}

/** Everything about one task, and what may be done with it. */
export function TaskPanel({ run, task, linked, canControl, onChanged }: Props) {
  const router = useRouter()
  const cancel = useMutation({
    mutationFn: () => call(cancelTaskContract, { params: { taskId: task.id }, body: {} }),
    onSuccess: ({ halted }) =>
      toast.success(
        halted.length > 0 ? `Cancelled, with ${halted.length} following.` : 'Cancelled.',
      ),
    onError: (error) => toast.error(error.message),
    onSettled: onChanged,
  })
  const retry = useMutation({
    mutationFn: (version: 'same' | 'newest') =>
      call(retryRunContract, {
        params: { id: run.id },
        body: { stepId: task.stepId, version },
        headers: { 'idempotency-key': randomId() },
      }),
    onSuccess: ({ id }) => router.push(`/runs/${id}`),
    onError: (error) => toast.error(error.message),
  })
  const isUnknown =
    task.status === 'suspended' &&
    (task.state as { reason?: string } | null)?.reason === 'unknown-outcome'
  const [answered, setAnswered] = useState(false)
  const noteAnswer = (done: boolean) => {
    if (done) setAnswered(true)
    onChanged()
  }
  const ms =
    task.startedAt && task.finishedAt
      ? new Date(task.finishedAt).getTime() - new Date(task.startedAt).getTime()
      : null
  return (
    <section className="space-y-4" aria-label={`Task ${task.title}`}>
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 flex-1 truncate text-base font-semibold">{task.title}</h2>
        <TaskStatusBadge status={task.status} />
      </header>
      {task.error ? (
        <Alert variant="destructive">
          <AlertTitle>{task.error.code}</AlertTitle>
          <AlertDescription className="break-words">{task.error.message}</AlertDescription>
        </Alert>
      ) : null}
      <Waiting task={task} />
      {isUnknown && canControl ? (
        <OutcomeForm
          key={task.attempt}
          taskId={task.id}
          takeFocus={linked}
          onAnswered={noteAnswer}
        />
      ) : null}
      {answered && !isUnknown ? <OutcomeAnswered taskId={task.id} /> : null}
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1 text-sm">
        <Fact name="Step">
          {task.stepId} ({task.stepType})
        </Fact>
        {itemOf(task.key) === null ? null : <Fact name="Item">{Number(itemOf(task.key)) + 1}</Fact>}
        {task.handlesStepId ? (
          <Fact name="Handles the failure of">{task.handlesStepId}</Fact>
        ) : null}
        <Fact name="Worked on">{task.attempt === 1 ? 'once' : `${task.attempt} times`}</Fact>
        {task.via ? <Fact name="Branch taken">{task.via}</Fact> : null}
        {task.completedBy ? <Fact name="Completed by">{task.completedBy}</Fact> : null}
        {task.startedAt ? <Fact name="Started">{formatInstant(task.startedAt)}</Fact> : null}
        {task.finishedAt ? (
          <Fact name="Finished">
            {formatInstant(task.finishedAt)}
            {ms === null ? '' : ` (${formatDuration(ms)})`}
          </Fact>
        ) : null}
        <Fact name="Task id">
          <code className="text-xs">{task.id}</code>
        </Fact>
      </dl>
      <Children runs={run.children.filter(({ taskId }) => taskId === task.id)} />
      <Values task={task} />
      {canControl ? (
        <div className="flex flex-wrap gap-2 border-t pt-4 empty:hidden">
          {!isTerminalTask(task.status) && !isTerminalRun(run.status) ? (
            <ConfirmButton
              icon={BanIcon}
              label="Cancel task"
              title={`Cancel “${task.title}”?`}
              confirm="Cancel the task"
              keep="Keep it"
              description="It will not run, and the steps that only follow it are cancelled too. This cannot be undone."
              onConfirm={() => cancel.mutate()}
            />
          ) : null}
          {isTerminalRun(run.status) && !task.handlesStepId && !run.loop ? (
            <>
              <Button
                variant="outline"
                size="sm"
                disabled={retry.isPending}
                onClick={() => retry.mutate('same')}
              >
                <RotateCcwIcon aria-hidden /> Retry from here
              </Button>
              <Button
                variant="outline"
                size="sm"
                disabled={retry.isPending}
                onClick={() => retry.mutate('newest')}
              >
                <RotateCcwIcon aria-hidden /> Retry with the newest version
              </Button>
            </>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}
