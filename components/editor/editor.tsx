'use client'

import { ReactFlowProvider } from '@xyflow/react'
import { useMemo, useState } from 'react'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { EditorPanes } from './editor-panes.tsx'
import { createEditorStore } from './store.ts'
import { EditorStoreContext } from './store-context.ts'

type Props = { workflow: Workflow; stepTypes: StepTypeInfo[] }

/**
 * The workflow editor. The definition in the store is the model; canvas, outline and inspector are
 * three views of it.
 */
export function Editor({ workflow, stepTypes }: Props) {
  const types = useMemo(() => new Map(stepTypes.map((type) => [type.type, type])), [stepTypes])
  const [store] = useState(() =>
    createEditorStore(workflow.draft, types, { readOnly: workflow.mayNot.edit }),
  )
  return (
    <EditorStoreContext.Provider value={store}>
      <ReactFlowProvider>
        <EditorPanes first={workflow} stepTypes={stepTypes} />
      </ReactFlowProvider>
    </EditorStoreContext.Provider>
  )
}
