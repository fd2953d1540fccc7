'use client'

import { useEffect, useRef, useState, type RefObject } from 'react'
import { partLater } from '#components/shared/loading/part-later'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import type { Problem } from '#lib/domain/workflow/problem'
import { setStartData } from '../../commands/change-workflow.ts'
import { SchemaBuilder } from '../../schema-builder/schema-builder.tsx'
import { useEditor, useEditorStore } from '../../store-context.ts'
import { ReadOnlyFields } from '../read-only-fields.tsx'

const ShareTab = partLater(async () => (await import('./share-tab.tsx')).ShareTab)
const WorkflowSettingsForm = partLater(
  async () => (await import('./workflow-settings-form.tsx')).WorkflowSettingsForm,
)

type Props = { workflow: Workflow; problems: Problem[]; onWorkflow(workflow: Workflow): void }

const parts = ['start', 'settings', 'share']

/** Opens the part that was asked for on the canvas, and moves the focus to its tab. */
function useWantedTab(onTab: (tab: string) => void): RefObject<HTMLDivElement | null> {
  const store = useEditorStore()
  const { stepId, path } = useEditor((state) => state.focusRequest)
  const tabs = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (stepId !== null || path === undefined || !parts.includes(path)) return
    onTab(path)
    tabs.current?.querySelector<HTMLElement>(`[id$="trigger-${path}"]`)?.focus()
    store.getState().requestDone()
  }, [stepId, path, onTab, store])
  return tabs
}

/** The workflow as a whole: its start form, its settings, the links to its form. */
export function WorkflowInspector({ workflow, problems, onWorkflow }: Props) {
  const store = useEditorStore()
  const startData = useEditor((state) => state.definition.startData)
  const [tab, setTab] = useState('start')
  const tabs = useWantedTab(setTab)
  const own = problems.filter((problem) => problem.stepId === undefined)
  return (
    <div className="space-y-4 p-4" role="region" aria-label="Workflow">
      <div>
        <p className="text-sm font-semibold">Workflow</p>
        <p className="text-xs text-muted-foreground">Select a step to configure it.</p>
      </div>
      {own.length > 0 ? (
        <ul className="space-y-1 text-sm text-destructive">
          {own.map((problem) => (
            <li key={problem.message}>{problem.message}</li>
          ))}
        </ul>
      ) : null}
      <Tabs value={tab} onValueChange={setTab}>
        <TabsList ref={tabs} aria-label="Parts of the workflow">
          <TabsTrigger value="start">Start form</TabsTrigger>
          <TabsTrigger value="settings">Settings</TabsTrigger>
          <TabsTrigger value="share">Share</TabsTrigger>
        </TabsList>
        <TabsContent value="start" className="space-y-3">
          <p className="text-xs text-muted-foreground">
            What a run starts with. People fill it in as a form; systems send it as JSON.
          </p>
          <ReadOnlyFields>
            <SchemaBuilder
              label="Start form"
              schema={startData}
              onChange={(schema) =>
                store.getState().run(setStartData(schema), { coalesce: 'startData' })
              }
            />
          </ReadOnlyFields>
        </TabsContent>
        <TabsContent value="settings">
          <ReadOnlyFields>
            <WorkflowSettingsForm workflow={workflow} onWorkflow={onWorkflow} />
          </ReadOnlyFields>
        </TabsContent>
        <TabsContent value="share" className="space-y-5">
          <ShareTab workflow={workflow} onWorkflow={onWorkflow} />
        </TabsContent>
      </Tabs>
    </div>
  )
}
