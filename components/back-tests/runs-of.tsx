'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CheckCircle2Icon } from 'lucide-react'
import { formatInstant } from '#components/shared/display/format'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { cn } from '#components/ui/cn'
import { Segmented } from '#components/ui/input/segmented'
import {
  listBackTestRunsContract,
  type BackTestRun,
  type BackTestView,
} from '#lib/contracts/workflows/back-tests'
import { countOf } from '#lib/domain/count-of'
import type { Verdict } from '#lib/domain/back-test/totals'
import type { Change, Shown } from './back-tests-page.tsx'
import { groupInWords } from './group-in-words.ts'

const rowClass = cn(
  'grid w-full gap-x-6 px-4 py-2.5 text-left text-sm outline-none hover:bg-accent/40',
  'focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-inset',
  'sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]',
)
const verdicts = { different: 'Different', unknown: 'May differ', same: 'The same' }

/** What the runs may be, each with how many there are. */
const counted = (test: BackTestView): Record<Verdict, string> => ({
  different: `${verdicts.different} ${test.different.toLocaleString('en-US')}`,
  unknown: `${verdicts.unknown} ${test.unknown.toLocaleString('en-US')}`,
  same: `${verdicts.same} ${test.same.toLocaleString('en-US')}`,
})

/** Why there is none. */
const noneOf: Record<Verdict, string> = {
  different: 'No run would do anything else.',
  unknown: 'Of each run it is known whether it differs. What a part of it gives may not be known.',
  same: 'Each run would do something else, or may.',
}

/** What a run says first: the cause of the rest. */
function inWords({ verdict, failing, differences, unknown }: BackTestRun, test: BackTestView) {
  const [first] = differences
  if (first) {
    const group = test.groups.find((one) => isIn(one, first))
    const cause = group ? `${group.title} ${groupInWords(group)}` : 'differs'
    const more = differences.length - 1
    return `${cause}${more > 0 ? `, and ${more} more` : ''}${failing ? '; the run fails' : ''}`
  }
  if (verdict === 'unknown') return `${countOf(unknown.length, 'step is', 'steps are')} not known`
  return 'the same'
}

const isIn = (group: BackTestView['groups'][number], one: BackTestRun['differences'][number]) =>
  group.kind === one.kind &&
  group.stepId === one.stepId &&
  group.before === one.before &&
  group.after === one.after &&
  group.fields.join('\n') === one.fields.join('\n')

type RowsProps = { runs: BackTestRun[]; test: BackTestView; onOpen(runId: string): void }

function RunRows({ runs, test, onOpen }: RowsProps) {
  return (
    <ul aria-label="Runs" className="divide-y overflow-hidden rounded-lg border bg-card">
      {runs.map((run) => (
        <li key={run.runId}>
          <button type="button" className={rowClass} onClick={() => onOpen(run.runId)}>
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{run.title ?? 'Run'}</span>{' '}
              <span className="text-muted-foreground">{formatInstant(run.startedAt)}</span>
            </span>
            <span className="min-w-0 text-muted-foreground wrap-anywhere sm:text-right">
              {inWords(run, test)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

type Props = {
  test: BackTestView
  place: { id: string; backTestId: string }
  shown: Shown
  change: Change
}

const numberOrNone = (text: string): number | undefined => (text === '' ? undefined : Number(text))

/** The verdict to begin with: what differs, else what is not known. */
function firstVerdict({ different, unknown }: BackTestView): Verdict {
  if (different > 0) return 'different'
  return unknown > 0 ? 'unknown' : 'same'
}

/** The runs of the group that is chosen, or of a verdict. */
export function RunsOf({ test, place, shown, change }: Props) {
  const group = numberOrNone(shown.group)
  const unknown = numberOrNone(shown.unknown)
  const isGroup = group !== undefined || unknown !== undefined
  const verdict = (shown.verdict || firstVerdict(test)) as Verdict
  const query = useInfiniteQuery({
    ...pagesOf(listBackTestRunsContract, {
      params: place,
      query: isGroup ? { group, unknown } : { verdict },
    }),
    placeholderData: keepPreviousData,
  })
  if (test.done === 0) return null
  return (
    <section aria-label="Runs of the back-test" className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-sm font-semibold">{isGroup ? 'Runs with what is chosen' : 'Runs'}</h3>
        {isGroup ? null : (
          <Segmented
            label="Which runs"
            value={verdict}
            options={counted(test)}
            onChange={(next) => change({ verdict: next })}
          />
        )}
      </div>
      <PagedList
        query={query}
        what="The runs"
        skeletons={{ rows: 3, height: 'h-10' }}
        empty={
          <EmptyState
            icon={CheckCircle2Icon}
            title="No run is here"
            description={isGroup ? 'Choose another group, or other runs.' : noneOf[verdict]}
          />
        }
      >
        {(runs) => <RunRows runs={runs} test={test} onOpen={(run) => change({ run })} />}
      </PagedList>
    </section>
  )
}
