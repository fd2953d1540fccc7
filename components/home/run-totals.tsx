import { AlertTriangleIcon, CheckCircle2Icon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { Fragment } from 'react'
import { Pill } from '#components/shared/display/pill'
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '#components/ui/layout/card'
import type { RunNumbers } from '#lib/contracts/service/home'

const parts = [
  ['completed', 'Completed', 'completed'],
  ['failed', 'Failed', 'failed'],
  ['cancelled', 'Cancelled', 'cancelled'],
  ['active', 'Running', 'running'],
  ['suspended', 'Waiting', 'suspended'],
] as const

function Balance({ books: totals }: { books: RunNumbers['books'] }) {
  return totals.balanced ? (
    <Pill icon={CheckCircle2Icon} tone="good" label="Balanced" />
  ) : (
    <Pill icon={AlertTriangleIcon} tone="bad" label="Does not add up" />
  )
}

const cell = 'flex flex-col rounded-md px-2 py-1'

/**
 * The count of all accepted runs and where they are now. A difference means that a run was lost.
 */
export function RunTotals({ books: totals }: { books: RunNumbers['books'] }) {
  const counted = parts.reduce((sum, [key]) => sum + totals[key], 0)
  return (
    <Card className={totals.balanced ? undefined : 'border-destructive'}>
      <CardHeader>
        <CardTitle>Run totals</CardTitle>
        <CardDescription>Every accepted run is in exactly one place</CardDescription>
        <CardAction>
          <Balance books={totals} />
        </CardAction>
      </CardHeader>
      <CardContent className="space-y-3">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-3 text-sm">
          <span className={cell}>
            <span className="text-lg font-semibold tabular-nums">
              {totals.accepted.toLocaleString('en-US')}
            </span>
            <span className="text-muted-foreground">Accepted</span>
          </span>
          {parts.map(([key, label, status], index) => (
            <Fragment key={key}>
              <span aria-hidden className="text-muted-foreground">
                {index === 0 ? '=' : '+'}
              </span>
              <Link
                href={`/runs?status=${status}`}
                className={`${cell} outline-none hover:bg-accent focus-visible:ring-2 focus-visible:ring-ring`}
              >
                <span className="text-lg font-semibold tabular-nums">
                  {totals[key].toLocaleString('en-US')}
                </span>
                <span className="text-muted-foreground">{label}</span>
              </Link>
            </Fragment>
          ))}
        </div>
        {totals.balanced ? null : (
          <p role="alert" className="text-sm text-destructive">
            {totals.accepted} accepted, {counted} accounted for:{' '}
            {Math.abs(totals.accepted - counted)}{' '}
            {totals.accepted > counted ? 'missing' : 'too many'}. Report it to the operator of this
            service; the log of the worker says more.
          </p>
        )}
      </CardContent>
    </Card>
  )
}
