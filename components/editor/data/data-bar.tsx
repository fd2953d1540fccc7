'use client'

import { PanelBottomIcon } from 'lucide-react'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { RunStatusBadge } from '#components/shared/display/status'
import { Button } from '#components/ui/input/button'
import { ChooseData, chosenName } from './choose-data.tsx'
import { TimeSlider } from './time-slider.tsx'
import { TryMenu, TryResult } from './try-menu.tsx'
import type { ChosenData } from './use-chosen-data.ts'
import { WaitingScreen, waitingScreen } from './waiting-screen.tsx'

const DoDialog = dialogLater(async () => (await import('./do-dialog.tsx')).DoDialog)

type Props = {
  workflowId: string
  data: ChosenData
  /** The one step that is selected. */
  stepId: string | undefined
  /** Whether the person may start runs of the workflow. */
  canRun: boolean
  isOpen: boolean
  onToggle(): void
}

type StateProps = { workflowId: string; run: NonNullable<ChosenData['run']> }

/** How the run ended; one that waits for a person leads to its screen. */
function StateOfRun({ workflowId, run }: StateProps) {
  const screen = waitingScreen(run)
  if (screen) return <WaitingScreen workflowId={workflowId} runId={run.id} taskId={screen.id} />
  return (
    <span className="hidden shrink-0 @lg:inline">
      <RunStatusBadge status={run.status} />
    </span>
  )
}

/** Over the canvas: with which data results are shown, at which moment, and the panel of values. */
export function DataBar({ workflowId, data, stepId, canRun, isOpen, onToggle }: Props) {
  return (
    <div role="toolbar" aria-label="Data" className="@container border-b bg-card px-2 py-0.5">
      <div className="flex min-h-8 items-center gap-x-2">
        <ChooseData workflowId={workflowId} data={data} />
        {data.run ? <StateOfRun workflowId={workflowId} run={data.run} /> : null}
        {data.failure ? (
          <span role="alert" className="truncate text-xs text-destructive">
            {data.failure.message}
          </span>
        ) : null}
        {data.trying.tried ? null : <TimeSlider data={data} />}
        <span className="ml-auto" />
        <TryMenu data={data} stepId={stepId} canRun={canRun} />
        <Button
          type="button"
          variant={isOpen ? 'secondary' : 'ghost'}
          size="sm"
          className="h-7 shrink-0"
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          <PanelBottomIcon aria-hidden /> Values
        </Button>
      </div>
      <TryResult data={data} />
      <DoDialog
        open={data.trying.doing.asked !== undefined}
        trying={data.trying}
        dataName={chosenName(data)}
      />
    </div>
  )
}
