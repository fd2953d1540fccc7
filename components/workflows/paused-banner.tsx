'use client'

import { PauseIcon, StepForwardIcon } from 'lucide-react'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { formatInstant } from '#components/shared/display/format'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import { usePause } from './use-pause.ts'

/** Says that a workflow is paused and what that means, with the button to resume it. */
export function PausedBanner({
  workflow,
  canResume,
  onWorkflow,
}: {
  workflow: Workflow
  canResume: boolean
  onWorkflow(workflow: Workflow): void
}) {
  const resume = usePause(({ paused }) => onWorkflow({ ...workflow, paused }))
  if (!workflow.paused) return null
  return (
    <Alert className="rounded-none border-x-0 border-t-0">
      <PauseIcon aria-hidden />
      <AlertTitle>
        Paused{workflow.paused.by ? ` by ${workflow.paused.by}` : ''} since{' '}
        {formatInstant(workflow.paused.at)}
      </AlertTitle>
      <AlertDescription className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>
          Nothing of it starts, and its runs hold before their next step. It can be edited and
          published meanwhile.
        </p>
        {canResume ? (
          <Button
            type="button"
            size="sm"
            variant="outline"
            disabled={resume.isPending}
            onClick={() => resume.mutate({ id: workflow.id, paused: true })}
          >
            <StepForwardIcon aria-hidden /> Resume
          </Button>
        ) : null}
      </AlertDescription>
    </Alert>
  )
}
