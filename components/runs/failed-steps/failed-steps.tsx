'use client'

import { useQuery } from '@tanstack/react-query'
import { RotateCcwIcon } from 'lucide-react'
import { useState } from 'react'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { queryOf } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { listFailedStepsContract, type FailedStep } from '#lib/contracts/runs/runs'
import { countOf } from '#lib/domain/count-of'

const RetryFailedDialog = dialogLater(
  async () => (await import('./retry-failed-dialog.tsx')).RetryFailedDialog,
)

type Props = {
  workflow: { id: string; slug: string }
  /** Only this step. */
  stepId?: string
}

/**
 * The steps at which runs of a workflow failed that nobody has retried, each with a button that
 * retries them; nothing when there are none.
 */
export function FailedSteps({ workflow, stepId }: Props) {
  const failed = useQuery({
    ...queryOf(listFailedStepsContract, { params: { id: workflow.id } }),
    staleTime: 10_000,
  })
  // The dialog still says what it did when the step is no longer in the list.
  const [asked, setAsked] = useState<FailedStep>()
  const [open, setOpen] = useState(false)
  const steps = (failed.data?.items ?? []).filter(
    (step) => stepId === undefined || step.stepId === stepId,
  )
  return (
    <>
      {steps.length > 0 ? (
        <ul aria-label="Failed runs to retry" className="divide-y rounded-md border text-sm">
          {steps.map((step) => (
            <li key={step.stepId} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
              <span className="min-w-40 flex-1">
                {countOf(step.runs, 'run')} failed at <b className="font-medium">{step.title}</b>,
                and nobody has retried {step.runs === 1 ? 'it' : 'them'}.
              </span>
              <Button
                type="button"
                variant="outline"
                size="sm"
                aria-haspopup="dialog"
                onClick={() => {
                  setAsked(step)
                  setOpen(true)
                }}
              >
                <RotateCcwIcon aria-hidden /> Retry {step.runs === 1 ? 'it' : 'them'}…
                <span className="sr-only"> (failed at {step.title})</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {asked ? (
        <RetryFailedDialog
          key={`${asked.stepId} ${asked.newestRunId}`}
          open={open}
          onOpenChange={setOpen}
          workflow={workflow}
          step={asked}
        />
      ) : null}
    </>
  )
}
