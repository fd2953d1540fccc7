import { ExternalLinkIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import type { RunPageTask } from '#lib/contracts/runs/runs'
import { formatInstant } from '#components/shared/display/format'
import { usePageNow } from '#components/shared/display/use-page-now'

type Task = Pick<RunPageTask, 'id' | 'status' | 'state' | 'dueAt'>
type AwaitedResult = { asyncResultId: string; what?: string; deadline?: string }
type State = { reason?: string; waitsFor?: string | null; workerLabel?: string | null } | null

function WaitingForResult({ state: { asyncResultId, what, deadline } }: { state: AwaitedResult }) {
  return (
    <Alert>
      <AlertTitle>{what ? `Waits for: ${what}` : 'Waits for an async result'}</AlertTitle>
      <AlertDescription>
        <p>
          Async result <code className="text-xs break-all">{asyncResultId}</code>
        </p>
        <p>
          {deadline
            ? `Fails if it is not there by ${formatInstant(deadline)}.`
            : 'However long it takes.'}
        </p>
      </AlertDescription>
    </Alert>
  )
}

function WaitingForItsTime({ task: { state }, at }: { task: Task; at: string }) {
  const waitsFor = (state as State)?.waitsFor
  if (waitsFor === 'connection')
    return (
      <Alert>
        <AlertTitle>Waits for room at its connection</AlertTitle>
        <AlertDescription>
          The limits of the connection allow no further call at the moment. Asks again at {at}.
        </AlertDescription>
      </Alert>
    )
  if (waitsFor === 'code-quota')
    return (
      <Alert>
        <AlertTitle>Waits for time to compute</AlertTitle>
        <AlertDescription>
          The code of your organization has used up what it may compute in an hour. Asks again at{' '}
          {at}. An operator can raise the limit.
        </AlertDescription>
      </Alert>
    )
  if (waitsFor === 'step-type')
    return (
      <Alert>
        <AlertTitle>Waits for a worker that knows this step type</AlertTitle>
        <AlertDescription>
          The worker that took it is of another version, as happens during an update. Asks again at{' '}
          {at}; it fails when none is found in a quarter of an hour.
        </AlertDescription>
      </Alert>
    )
  if (waitsFor === 'process')
    return (
      <Alert>
        <AlertTitle>Waits for a process that computes its expressions</AlertTitle>
        <AlertDescription>None could be started. Asks again at {at}.</AlertDescription>
      </Alert>
    )
  return (
    <Alert>
      <AlertTitle>Tries again at {at}</AlertTitle>
    </Alert>
  )
}

function WaitingForWorkers({ label }: { label: string | null }) {
  return (
    <Alert>
      <AlertTitle>
        {label === null ? 'Waits for a worker without labels' : `Waits for a worker of “${label}”`}
      </AlertTitle>
      <AlertDescription>
        {label === null
          ? 'Workers with labels do not call what has none.'
          : 'Its connection or its workflow is bound to workers with this label. ' +
            'It goes on as soon as one is free.'}
      </AlertDescription>
    </Alert>
  )
}

/** What a task waits for, in words; nothing when it does not wait, or has a form that says it. */
export function Waiting({ task }: { task: Task }) {
  const { status, dueAt, id } = task
  const now = usePageNow()
  const reason = (task.state as State)?.reason
  const { waitsFor, workerLabel = null } = (task.state as State) ?? {}
  if (status === 'pending' && waitsFor === 'worker')
    return <WaitingForWorkers label={workerLabel} />
  if (status === 'pending' && dueAt && Date.parse(dueAt) > now)
    return <WaitingForItsTime task={task} at={formatInstant(dueAt)} />
  if (status !== 'suspended') return null
  if (reason === 'screen')
    return (
      <Alert>
        <AlertTitle>Waits for a person</AlertTitle>
        <AlertDescription>
          <Button asChild size="sm" className="mt-1">
            <Link href={`/inbox/${id}`}>
              Open the screen <ExternalLinkIcon aria-hidden />
            </Link>
          </Button>
        </AlertDescription>
      </Alert>
    )
  if (reason === 'async-result') return <WaitingForResult state={task.state as AwaitedResult} />
  if (reason === 'child-run')
    return (
      <Alert>
        <AlertTitle>Waits for the runs that it started</AlertTitle>
      </Alert>
    )
  if (reason === 'until' && dueAt)
    return (
      <Alert>
        <AlertTitle>Waits until {formatInstant(dueAt)}</AlertTitle>
      </Alert>
    )
  return null
}
