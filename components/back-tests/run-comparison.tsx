'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowLeftIcon, ArrowRightIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useMemo, useState } from 'react'
import { formatInstant } from '#components/shared/display/format'
import { RunStatusBadge } from '#components/shared/display/status'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { Switch } from '#components/ui/input/switch'
import { compareBackTestRunContract } from '#lib/contracts/workflows/back-tests'
import type { RunComparison as Comparison } from '#lib/domain/back-test/comparison'
import { fateOf } from './fates.ts'
import { SaveAsTest } from './save-as-test.tsx'
import { StepRow } from './step-row.tsx'

function Outcome({ comparison, what }: { comparison: Comparison; what: string }) {
  const { before, after } = comparison
  return (
    <dl className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <div className="flex items-center gap-2">
        <dt className="text-muted-foreground">It ended</dt>
        <dd>
          <RunStatusBadge status={before} />
        </dd>
      </div>
      <ArrowRightIcon aria-hidden className="size-4 text-muted-foreground" />
      <div className="flex items-center gap-2">
        <dt className="text-muted-foreground">With {what} it would have ended</dt>
        <dd>{after ? <RunStatusBadge status={after} /> : <em>Not known</em>}</dd>
      </div>
    </dl>
  )
}

function Steps({ comparison, what }: { comparison: Comparison; what: string }) {
  const [all, setAll] = useState(false)
  const differing = useMemo(
    () => comparison.steps.filter((step) => fateOf(step) !== 'same'),
    [comparison],
  )
  const steps = all ? comparison.steps : differing
  const same = comparison.steps.length - differing.length
  return (
    <div className="space-y-3">
      {same > 0 ? (
        <label className="flex w-fit items-center gap-2 text-sm">
          <Switch checked={all} onCheckedChange={setAll} />
          Show {same} {same === 1 ? 'step that is' : 'steps that are'} the same
        </label>
      ) : null}
      {steps.length === 0 ? (
        <p className="rounded-lg border p-4 text-sm">Every step is the same.</p>
      ) : (
        <ol aria-label="Steps" className="space-y-3">
          {steps.map((step) => (
            <StepRow key={`${step.stepId}:${step.items.join('.')}`} step={step} what={what} />
          ))}
        </ol>
      )}
    </div>
  )
}

type Props = {
  place: { id: string; backTestId: string; runId: string }
  /** What is tested, within a sentence. */
  what: string
  onBack(): void
}

/** One run beside what it would have been: its path, and in each step what changes. */
export function RunComparison({ place, what, onBack }: Props) {
  const query = useQuery({
    ...queryOf(compareBackTestRunContract, { params: place }),
    staleTime: Infinity,
    retry: false,
  })
  return (
    <section aria-label="Comparison of a run" className="space-y-4">
      <Button type="button" variant="outline" size="sm" onClick={onBack}>
        <ArrowLeftIcon aria-hidden /> All runs of the back-test
      </Button>
      <Loaded
        query={query}
        what="The comparison"
        loading={<LoadingRows label="Replaying the run" rows={4} rowClass="h-14 w-full" />}
      >
        {(comparison) => (
          <>
            <div className="space-y-1">
              <h2 className="text-lg font-semibold wrap-anywhere">{comparison.title ?? 'A run'}</h2>
              <p className="text-sm text-muted-foreground">
                Begun {formatInstant(comparison.startedAt)}.{' '}
                <Link className="underline" href={`/runs/${comparison.runId}`}>
                  Open the run
                </Link>
              </p>
            </div>
            <Outcome comparison={comparison} what={what} />
            <SaveAsTest workflowId={place.id} runId={place.runId} />
            <Steps comparison={comparison} what={what} />
          </>
        )}
      </Loaded>
    </section>
  )
}
