'use client'

import { RotateCcwIcon } from 'lucide-react'
import { formatInstant } from '#components/shared/display/format'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import type { BackTestSummary, BackTestView } from '#lib/contracts/workflows/back-tests'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import { totalsInWords } from '#lib/domain/back-test/in-words'
import { countOf } from '#lib/domain/count-of'
import type { Change, Shown } from './back-tests-page.tsx'
import { Groups } from './groups.tsx'
import { ProgressOf } from './progress-of.tsx'
import { RunsOf } from './runs-of.tsx'
import { endedEarly } from './short-result.ts'
import { TestStatus, testedWords } from './test-status.tsx'
import { useBackTest } from './use-back-test.ts'

function Totals({ test }: { test: BackTestView }) {
  if (test.done === 0) return null
  return (
    <ul aria-label="Result" className="space-y-1 text-lg">
      {totalsInWords(test).map((part, place) => (
        <li key={part} className={place === 0 ? 'font-semibold' : undefined}>
          {part}
        </li>
      ))}
    </ul>
  )
}

/** The draft was saved since: what the test found may not hold any more. */
function OlderDraft({ test, workflow }: { test: BackTestView; workflow: Workflow }) {
  if (test.revision === null || test.revision === workflow.draftRevision) return null
  return (
    <Alert>
      <RotateCcwIcon aria-hidden />
      <AlertTitle>The draft was changed since</AlertTitle>
      <AlertDescription>Start again to see what it does now.</AlertDescription>
    </Alert>
  )
}

function Heading({ test }: { test: BackTestView }) {
  const early = endedEarly(test)
  return (
    <div className="space-y-1">
      <h2 className="flex flex-wrap items-center gap-2 text-base font-semibold">
        {testedWords(test)} against {countOf(test.total, 'run')} <TestStatus {...test} />
      </h2>
      <p className="text-sm text-muted-foreground">
        {formatInstant(test.startedAt)}, {test.startedBy}
        {early === undefined ? '' : `, ${early}`}
        {test.skipped > 0 ? `. ${countOf(test.skipped, 'run')} had been deleted.` : ''}
      </p>
    </div>
  )
}

type Props = { workflow: Workflow; test: BackTestSummary; shown: Shown; change: Change }

/** What one back-test found, and the runs of what is chosen in it. */
export function Result({ workflow, test: { id }, shown, change }: Props) {
  const place = { id: workflow.id, backTestId: id }
  const { query, stop } = useBackTest(place)
  return (
    <section aria-label="Result of the back-test" className="min-w-0 space-y-5">
      <Loaded
        query={query}
        what="The back-test"
        loading={<LoadingRows label="Loading the back-test" rows={3} rowClass="h-12 w-full" />}
      >
        {(test) => (
          <>
            <Heading test={test} />
            <ProgressOf test={test} stop={stop} />
            {test.problem === null ? null : (
              <Alert variant="destructive">
                <AlertTitle>It could not go on</AlertTitle>
                <AlertDescription>{test.problem}</AlertDescription>
              </Alert>
            )}
            <OlderDraft test={test} workflow={workflow} />
            <Totals test={test} />
            <Groups test={test} shown={shown} change={change} />
            <RunsOf key={`${test.done}`} test={test} place={place} shown={shown} change={change} />
          </>
        )}
      </Loaded>
    </section>
  )
}
