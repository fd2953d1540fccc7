'use client'

import { ReactFlowProvider } from '@xyflow/react'
import { useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { pathOfText } from './levels/level-path.ts'
import { levelParameter } from './levels/use-level-address.ts'
import { EditorPanes } from './editor-panes.tsx'
import { createEditorStore } from './store.ts'
import type { PanesChoice } from './stored-panes.ts'
import { EditorStoreContext } from './store-context.ts'

type Props = {
  workflow: Workflow
  stepTypes: StepTypeInfo[]
  /** What the person chose for the panes before. */
  panes: PanesChoice
  /** What the person collapsed in this workflow before. */
  collapsed: string[]
  /** Somebody came for one step or run: a change of it loads this code at once. */
  isAwaited: boolean
  /** The keys of the editor work. */
  onReady(): void
}

/**
 * The workflow editor. The definition in the store is the model; canvas, outline and inspector are
 * three views of it.
 */
export function Editor({ workflow, stepTypes, panes, collapsed, onReady }: Props) {
  const search = useSearchParams()
  const types = useMemo(() => new Map(stepTypes.map((type) => [type.type, type])), [stepTypes])
  const [store] = useState(() =>
    createEditorStore(workflow.draft, types, {
      readOnly: workflow.mayNot.edit,
      level: pathOfText(search.get(levelParameter)),
      collapsed,
    }),
  )
  const ready = useEffectEvent(onReady)
  useEffect(() => ready(), [])
  return (
    <EditorStoreContext.Provider value={store}>
      <ReactFlowProvider>
        <EditorPanes first={workflow} stepTypes={stepTypes} firstPanes={panes} />
      </ReactFlowProvider>
    </EditorStoreContext.Provider>
  )
}
