import { Link } from '#components/shared/navigation/link'
import {
  formatDuration,
  formatExact,
  formatInstant,
  formatTime,
} from '#components/shared/display/format'
import { CaseFacts } from '#components/shared/display/case-facts'
import { RunStatusBadge } from '#components/shared/display/status'
import { SandboxMark } from '../sandbox-mark.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import { cn } from '#components/ui/cn'
import type { RunSummary } from '#lib/domain/run/run'
import { canBeChosen, type ChosenRuns } from './use-chosen-runs.ts'

type BoxProps = {
  label: string
  checked: boolean
  /** Some of the rows that the box stands for are chosen, and some are not. */
  isMixed?: boolean
  onChange(checked: boolean): void
}

function Box({ label, checked, isMixed = false, onChange }: BoxProps) {
  return (
    <label className="-my-1 flex size-6 items-center justify-center">
      <input
        type="checkbox"
        className="size-4 accent-primary"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = isMixed
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}

function Head({ chosen, canControl }: Pick<Props, 'chosen' | 'canControl'>) {
  return (
    <TableHeader>
      <TableRow>
        <TableHead className="w-10">
          {canControl && chosen.canChoose ? (
            <Box
              label="Choose all that can be retried or cancelled"
              checked={chosen.hasAll}
              isMixed={chosen.hasSome && !chosen.hasAll}
              onChange={chosen.chooseAll}
            />
          ) : (
            <span className="sr-only">Choose</span>
          )}
        </TableHead>
        {['Run', 'Status', 'Started', 'Took', 'By', 'Version'].map((name) => (
          <TableHead key={name}>{name}</TableHead>
        ))}
      </TableRow>
    </TableHeader>
  )
}

const tookOf = ({ createdAt, finishedAt }: RunSummary): string =>
  finishedAt ? formatDuration(Date.parse(finishedAt) - Date.parse(createdAt)) : '—'

/** How long it took; on a phone a run that has not ended has no line for it. */
function TookCell({ run }: { run: RunSummary }) {
  const isOnPhones = run.finishedAt !== null
  const className = cn(
    'whitespace-nowrap text-muted-foreground tabular-nums',
    !isOnPhones && 'max-sm:hidden!',
  )
  return (
    <TableCell label="Took" className={className}>
      {tookOf(run)}
    </TableCell>
  )
}

function Row({ run, chosen, canControl }: { run: RunSummary } & Omit<Props, 'runs'>) {
  const name = run.title ?? `of ${run.workflow.name}`
  return (
    <TableRow>
      <TableCell className="w-10 max-sm:relative max-sm:z-10 max-sm:float-left max-sm:mr-3 max-sm:w-auto">
        {canControl && canBeChosen(run) ? (
          <Box
            label={`Choose the run ${name} from ${formatInstant(run.createdAt)}`}
            checked={chosen.has(run.id)}
            onChange={(checked) => chosen.choose(run.id, checked)}
          />
        ) : null}
      </TableCell>
      {/* On a phone all of it stands beside the box. */}
      <TableCell className="min-w-40 max-sm:flow-root!">
        <Link
          href={`/runs/${run.id}`}
          className="line-clamp-2 font-medium wrap-anywhere underline-offset-2 outline-none hover:underline focus-visible:ring-2 focus-visible:ring-ring"
        >
          {run.title ?? run.workflow.name}
        </Link>
        {run.title === null ? null : (
          <span className="block text-xs text-muted-foreground">{run.workflow.name}</span>
        )}
        <CaseFacts {...run} />
      </TableCell>
      <TableCell label="Status">
        <RunStatusBadge status={run.status} />
        {run.retriedAs ? (
          <Link
            href={`/runs/${run.retriedAs}`}
            className="block text-xs text-muted-foreground underline underline-offset-2"
            aria-label={`The later run that retried ${name}`}
          >
            retried
          </Link>
        ) : null}
      </TableCell>
      <TableCell label="Started" className="whitespace-nowrap text-muted-foreground">
        <time dateTime={run.createdAt} title={formatExact(run.createdAt)}>
          {formatTime(run.createdAt)}
        </time>
      </TableCell>
      <TookCell run={run} />
      <TableCell label="By" className="text-muted-foreground">
        {run.startedBy ?? run.trigger}
        {run.sandbox ? <SandboxMark /> : null}
      </TableCell>
      <TableCell label="Version" className="text-muted-foreground">
        {run.version ?? 'draft'}
      </TableCell>
    </TableRow>
  )
}

type Props = { runs: RunSummary[]; chosen: ChosenRuns; canControl: boolean }

/** Runs as a table; who may control runs can choose those that can be retried or cancelled. */
export function RunsTable({ runs, ...choice }: Props) {
  return (
    <Table label="List of runs" stacked>
      <Head {...choice} />
      <TableBody>
        {runs.map((run) => (
          <Row key={run.id} run={run} {...choice} />
        ))}
      </TableBody>
    </Table>
  )
}
