'use client'

import { useState } from 'react'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import type { Step } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import type { Sample } from '../model/sample.ts'
import { StepInspector } from './step/step-inspector.tsx'
import { WorkflowInspector } from './workflow/workflow-inspector.tsx'

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
  if (selected > 1)
    return (
      <div className="space-y-2 p-4 text-sm">
        <p className="font-semibold">{selected} steps are selected</p>
        <p className="text-muted-foreground">
          The arrow keys move them, Delete removes them, Ctrl+C copies them, Ctrl+D duplicates them.
          Select one to configure it.
        </p>
      </div>
    )
  return <WorkflowInspector workflow={workflow} problems={problems} onWorkflow={onWorkflow} />
}
