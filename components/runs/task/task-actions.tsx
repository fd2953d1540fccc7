'use client'

import { useMutation } from '@tanstack/react-query'
import { BanIcon, RotateCcwIcon, WrenchIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { toast } from '#components/shared/messages/toast'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { Button } from '#components/ui/input/button'
import { FailedSteps } from '../failed-steps/failed-steps.tsx'
import { retryRunContract, type RunPage, type RunPageTask } from '#lib/contracts/runs/runs'
import { cancelTaskContract } from '#lib/contracts/runs/tasks'
import { isTerminalRun, isTerminalTask } from '#lib/domain/statuses'
import { randomId } from '#lib/domain/random-id'
import { call } from '#lib/http/client'

type Props = { run: RunPage; task: RunPageTask; onChanged(): void }

function CancelTask({ task, onChanged }: Omit<Props, 'run'>) {
  const cancel = useMutation({
    mutationFn: () => call(cancelTaskContract, { params: { taskId: task.id }, body: {} }),
    onSuccess: ({ halted }) =>
      toast.success(
        halted.length > 0 ? `Cancelled, with ${halted.length} following.` : 'Cancelled.',
      ),
    onError: (error) => toast.error(error.message),
    onSettled: onChanged,
  })
  return (
    <ConfirmButton
      icon={BanIcon}
      label="Cancel task"
      title={`Cancel “${task.title}”?`}
      confirm="Cancel the task"
      keep="Keep it"
      description="It will not run, and the steps that only follow it are cancelled too. This cannot be undone."
      onConfirm={() => cancel.mutate()}
    />
  )
}

const versions = [
  { version: 'same', label: 'Retry from here' },
  { version: 'newest', label: 'Retry with the newest version' },
] as const

/** Starts a new run from this task on and opens it. */
function RetryTask({ run, task }: Omit<Props, 'onChanged'>) {
  const router = useRouter()
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
  return versions.map(({ version, label }) => (
    <Button
      key={version}
      variant="outline"
      size="sm"
      disabled={retry.isPending}
      onClick={() => retry.mutate(version)}
    >
      <RotateCcwIcon aria-hidden /> {label}
    </Button>
  ))
}

/** For a step that failed: where it is mended, and all runs that failed there. */
function MendStep({ run, task }: Omit<Props, 'onChanged'>) {
  return (
    <div className="w-full space-y-2">
      <FailedSteps workflow={run.workflow} stepId={task.stepId} />
      <Button asChild variant="outline" size="sm">
        <a href={`/workflows/${run.workflow.id}?step=${task.stepId}&run=${run.id}`}>
          <WrenchIcon aria-hidden /> Mend this step
        </a>
      </Button>
    </div>
  )
}

/** The actions on one task: to cancel it, or to retry the run from it. */
export function TaskActions({ run, task, onChanged }: Props) {
  const isRunOver = isTerminalRun(run.status)
  return (
    <div className="flex flex-wrap gap-2 border-t pt-4 empty:hidden">
      {!isRunOver && !isTerminalTask(task.status) ? (
        <CancelTask task={task} onChanged={onChanged} />
      ) : null}
      {isRunOver && !task.handlesStepId && !run.loop ? <RetryTask run={run} task={task} /> : null}
      {isRunOver && task.status === 'failed' && run.version !== null ? (
        <MendStep run={run} task={task} />
      ) : null}
    </div>
  )
}
