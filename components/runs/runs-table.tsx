import Link from 'next/link'
import { formatDuration, formatInstant } from '#components/shared/format'
import { RunStatusBadge } from '#components/shared/status'
import type { RunSummary } from '#lib/domain/run/run'
import { canBeChosen, type ChosenRuns } from './use-chosen-runs.ts'

type BoxProps = {
  label: string
  checked: boolean
  /** Some of those that the box stands for are chosen, and some are not. */
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
    <thead className="text-muted-foreground">
      <tr>
        <th scope="col" className="w-10 px-3 py-2">
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
        </th>
        {['Run', 'Status', 'Started', 'Took', 'By', 'Version'].map((name) => (
          <th key={name} scope="col" className="px-3 py-2 font-medium">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

const tookOf = ({ createdAt, finishedAt }: RunSummary): string =>
  finishedAt ? formatDuration(Date.parse(finishedAt) - Date.parse(createdAt)) : '—'

function Row({ run, chosen, canControl }: { run: RunSummary } & Omit<Props, 'runs'>) {
  const name = run.title ?? `of ${run.workflow.name}`
  return (
    <tr className="border-t hover:bg-accent/40">
      <td className="w-10 px-3 py-2">
        {canControl && canBeChosen(run) ? (
          <Box
            label={`Choose the run ${name} from ${formatInstant(run.createdAt)}`}
            checked={chosen.has(run.id)}
            onChange={(checked) => chosen.choose(run.id, checked)}
          />
        ) : null}
      </td>
      <td className="min-w-40 px-3 py-2">
        <Link
          href={`/runs/${run.id}`}
          className="font-medium underline-offset-2 outline-none hover:underline focus-visible:ring-2 focus-visible:ring-ring"
        >
          {run.title ?? run.workflow.name}
        </Link>
        {run.title === null ? null : (
          <span className="block text-xs text-muted-foreground">{run.workflow.name}</span>
        )}
      </td>
      <td className="px-3 py-2">
        <RunStatusBadge status={run.status} />
      </td>
      <td className="px-3 py-2 whitespace-nowrap text-muted-foreground">
        {formatInstant(run.createdAt)}
      </td>
      <td className="px-3 py-2 whitespace-nowrap text-muted-foreground tabular-nums">
        {tookOf(run)}
      </td>
      <td className="px-3 py-2 text-muted-foreground">{run.startedBy ?? run.trigger}</td>
      <td className="px-3 py-2 text-muted-foreground">{run.version ?? 'draft'}</td>
    </tr>
  )
}

type Props = { runs: RunSummary[]; chosen: ChosenRuns; canControl: boolean }

/** Runs as a table; who may control runs can choose those that can be retried or cancelled. */
export function RunsTable({ runs, ...choice }: Props) {
  return (
    <div
      className="overflow-x-auto rounded-lg border bg-card"
      tabIndex={0}
      role="region"
      aria-label="Runs, scrolls sideways"
    >
      <table className="w-full text-left text-sm">
        <Head {...choice} />
        <tbody>
          {runs.map((run) => (
            <Row key={run.id} run={run} {...choice} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
