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
import { WantedSection } from './share-section.tsx'

const ShareTab = partLater(async () => (await import('./share-tab.tsx')).ShareTab)
const WorkflowSettingsForm = partLater(
  async () => (await import('./workflow-settings-form.tsx')).WorkflowSettingsForm,
)

type Props = { workflow: Workflow; problems: Problem[]; onWorkflow(workflow: Workflow): void }

const parts = ['start', 'settings', 'share']

type Wanted = {
  tabs: RefObject<HTMLDivElement | null>
  section: { name: string } | undefined
  /** A part that is opened by its tab takes the focus nowhere. */
  forget(): void
}

/**
 * Opens the part that was asked for on the canvas, and moves the focus to its tab. `share.mail` asks
 * for a section of it, which takes the focus itself.
 */
function useWantedTab(onTab: (tab: string) => void): Wanted {
  const store = useEditorStore()
  const { stepId, path } = useEditor((state) => state.focusRequest)
  const tabs = useRef<HTMLDivElement>(null)
  const [section, setSection] = useState<{ name: string }>()
  useEffect(() => {
    const [part = '', name] = path?.split('.') ?? []
    if (stepId !== null || !parts.includes(part)) return
    onTab(part)
    tabs.current?.querySelector<HTMLElement>(`[id$="trigger-${part}"]`)?.focus()
    setSection(name === undefined ? undefined : { name })
    store.getState().requestDone()
  }, [stepId, path, onTab, store])
  return { tabs, section, forget: () => setSection(undefined) }
}

/** The workflow as a whole: its start form, its settings, the links to its form. */
export function WorkflowInspector({ workflow, problems, onWorkflow }: Props) {
  const store = useEditorStore()
  const startData = useEditor((state) => state.definition.startData)
  const [tab, setTab] = useState('start')
  const { tabs, section, forget } = useWantedTab(setTab)
  const choose = (next: string) => {
    forget()
    setTab(next)
  }
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
      <Tabs value={tab} onValueChange={choose}>
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
          <WantedSection value={section}>
            <ShareTab workflow={workflow} onWorkflow={onWorkflow} />
          </WantedSection>
        </TabsContent>
      </Tabs>
    </div>
  )
}
