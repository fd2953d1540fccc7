'use client'

import { useMutation } from '@tanstack/react-query'
import { BanIcon, RadioIcon, WifiOffIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import type { ReactNode } from 'react'
import { toast } from '#components/shared/messages/toast'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { formatDuration, formatInstant } from '#components/shared/display/format'
import { SaveAsTest } from '#components/back-tests/save-as-test'
import { CasePdf } from '#components/case/case-pdf'
import { CaseFacts } from '#components/shared/display/case-facts'
import { RunReference } from '#components/copy/run-reference'
import { RunStatusBadge } from '#components/shared/display/status'
import { useHeadingFocus } from '#components/ui/layout/use-heading-focus'
import { usePageTitle } from '#components/shared/display/use-page-title'
import { cancelRunContract, type RunPage as Run } from '#lib/contracts/runs/runs'
import { isTerminalRun, type RunTrigger } from '#lib/domain/statuses'
import { call } from '#lib/http/client'
import { itemRange } from '../task/loop-items.ts'
import { SandboxMark } from '../sandbox-mark.tsx'
import { RunAgain } from './run-again.tsx'
import { RunCost } from './run-cost.tsx'
import type { Connection } from '#components/shared/loading/use-event-stream'

const triggers: Record<RunTrigger, string> = {
  manual: 'by hand',
  form: 'by a form',
  api: 'by the API',
  schedule: 'by a schedule',
  retry: 'as a retry',
  parent: 'by a step of another run',
  mail: 'by a mail',
  fax: 'by a fax',
  webhook: 'by a webhook',
}

const connections: Record<Exclude<Connection, 'ended'>, string> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Connection lost, trying again',
}

/** Whether the page shows the current state of the run. */
function Live({ connection }: { connection: Connection }) {
  if (connection === 'ended') return null
  const lost = connection === 'lost'
  const Icon = lost ? WifiOffIcon : RadioIcon
  return (
    <span
      role="status"
      className={`inline-flex items-center gap-1 text-xs ${lost ? 'text-amber-800 dark:text-amber-300' : 'text-muted-foreground'}`}
    >
      <Icon className="size-3.5" aria-hidden />
      {connections[connection]}
    </span>
  )
}

/** From what this run originates, after the preceding text. */
function Origin({ href, children }: { href: string; children: ReactNode }) {
  return (
    <>
      {' · '}
      <Link className="underline underline-offset-2" href={href}>
        {children}
      </Link>
    </>
  )
}

/** How the run started, with which version, how long it took, and from which runs it originates. */
function Facts({ run }: { run: Run }) {
  const { createdAt, finishedAt, parent, loop } = run
  const by = run.startedBy ? ` (${run.startedBy})` : ''
  const version = run.version === null ? 'draft' : `version ${run.version}`
  const ms = finishedAt ? Date.parse(finishedAt) - Date.parse(createdAt) : null
  const took = ms === null ? '' : ` · took ${formatDuration(ms)}`
  return (
    <p className="text-sm text-muted-foreground">
      {`Started ${formatInstant(createdAt)} ${triggers[run.trigger]}${by} · ${version}${took}`}
      {parent ? (
        <Origin href={`/runs/${parent.runId}`}>
          {loop
            ? `${itemRange(loop.from, loop.items)} of a loop in another run`
            : `part of a run of ${parent.workflowName}`}
        </Origin>
      ) : null}
      {run.trigger === 'fax' ? <Origin href={`/faxes?runId=${run.id}`}>open the fax</Origin> : null}
      {run.trigger === 'mail' ? (
        <Origin href={`/received-mails?run=${run.id}`}>open the mail</Origin>
      ) : null}
      {run.sandbox ? <SandboxMark /> : null}
      {run.retriedFromRunId ? (
        <Origin href={`/runs/${run.retriedFromRunId}`}>retried from an earlier run</Origin>
      ) : null}
      {run.retriedAs ? (
        <Origin href={`/runs/${run.retriedAs}`}>retried by a later run</Origin>
      ) : null}
    </p>
  )
}

function CancelRun({ run, onChanged }: { run: Run; onChanged(): void }) {
  const cancel = useMutation({
    mutationFn: () => call(cancelRunContract, { params: { id: run.id }, body: {} }),
    onSuccess: () => toast.success('The run is cancelled.'),
    onError: (error) => toast.error(error.message),
    onSettled: onChanged,
  })
  return (
    <ConfirmButton
      icon={BanIcon}
      label="Cancel run"
      title="Cancel this run?"
      confirm="Cancel the run"
      keep="Keep it running"
      description="Every task that is not finished is cancelled. What was already done outside is not undone."
      onConfirm={() => cancel.mutate()}
    />
  )
}

type Props = {
  run: Run
  connection: Connection
  canControl: boolean
  canTest: boolean
  onChanged(): void
}

/** Whether a run can become a test of its workflow: one of a version that came to its end. */
const isTestable = ({ status, version, loop }: Run): boolean =>
  (status === 'completed' || status === 'failed') && version !== null && loop === null

/** The head of a run's page: its title, its status, and the actions on the whole run. */
export function RunHeader({ run, connection, canControl, canTest, onChanged }: Props) {
  usePageTitle(run.title, run.workflow.name)
  const heading = useHeadingFocus()
  return (
    <header className="flex flex-wrap items-start gap-3">
      <div className="min-w-0 flex-1 basis-72 space-y-1">
        <div className="flex flex-wrap items-center gap-3">
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-xl font-semibold tracking-tight wrap-anywhere outline-none"
          >
            {run.title ?? run.workflow.name}
          </h1>
          <RunStatusBadge status={run.status} />
          <Live connection={connection} />
        </div>
        {run.title ? <p className="text-sm font-medium">{run.workflow.name}</p> : null}
        <CaseFacts {...run} />
        <RunReference runId={run.id} />
        <Facts run={run} />
        <RunCost run={run} />
      </div>
      <CasePdf runId={run.id} />
      {canTest && isTestable(run) ? (
        <SaveAsTest workflowId={run.workflow.id} runId={run.id} />
      ) : null}
      {canControl ? <RunAgain run={run} /> : null}
      {canControl && !isTerminalRun(run.status) ? (
        <CancelRun run={run} onChanged={onChanged} />
      ) : null}
    </header>
  )
}
