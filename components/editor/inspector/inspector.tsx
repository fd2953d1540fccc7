'use client'

import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { firstTouch } from '#components/shared/loading/first-touch'
import { loadCode } from '#components/shared/loading/load-code'
import { Loading } from '#components/shared/loading/loading'
import { Button } from '#components/ui/input/button'
import { Skeleton } from '#components/ui/feedback/skeleton'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import type { Step } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import { alignmentsOf } from '../canvas/alignments.ts'
import type { Sample } from '../model/sample.ts'
import { useEditorStore } from '../store-context.ts'
import { WorkflowInspector } from './workflow/workflow-inspector.tsx'

const loadStepInspector = async () =>
  (await loadCode(() => import('./step/step-inspector.tsx'))).StepInspector

/** Its forms are heavy, and no step is selected at first. */
const StepInspector = dynamic(loadStepInspector, {
  ssr: false,
  loading: () => (
    <Loading label="Loading the step" className="space-y-3 p-4">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-64 w-full" />
    </Loading>
  ),
})

type Props = {
  workflow: Workflow
  onWorkflow(workflow: Workflow): void
  step: Step | undefined
  selected: number
  problems: Problem[]
  sample: Sample | undefined
  onConnectRequest(stepId: string): void
}

/** The right pane: the selected step, or the workflow when none is. */
export function Inspector({
  workflow,
  onWorkflow,
  step,
  selected,
  problems,
  sample,
  onConnectRequest,
}: Props) {
  const [tab, setTab] = useState('setup')
  useEffect(() => {
    void firstTouch()
      .then(loadStepInspector)
      .catch(() => undefined)
  }, [])
  if (step)
    return (
      <StepInspector
        step={step}
        problems={problems}
        sample={sample}
        tab={tab}
        onTab={setTab}
        onConnectRequest={onConnectRequest}
      />
    )
  if (selected > 1) return <SeveralSteps count={selected} />
  return <WorkflowInspector workflow={workflow} problems={problems} onWorkflow={onWorkflow} />
}

function SeveralSteps({ count }: { count: number }) {
  const store = useEditorStore()
  return (
    <div className="space-y-3 p-4 text-sm">
      <p className="font-semibold">{count} steps are selected</p>
      <div className="flex flex-wrap gap-2">
        {alignmentsOf(store).map(({ title }, index) => (
          <Button
            key={title}
            size="sm"
            variant="outline"
            // By what is selected when it is pressed.
            onClick={() => alignmentsOf(store)[index]?.onSelect()}
          >
            {title}
          </Button>
        ))}
      </div>
      <p className="text-muted-foreground">
        The arrow keys move them, Delete removes them, Ctrl+C copies them, Ctrl+D duplicates them,
        Ctrl+G makes a group of them. Select one to configure it.
      </p>
    </div>
  )
}
