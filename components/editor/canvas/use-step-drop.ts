import { useReactFlow } from '@xyflow/react'
import { useCallback, useContext, type DragEvent } from 'react'
import { addStep } from '../commands/add-step.ts'
import type { LinkEdge, StepNode } from '../graph-adapter.ts'
import { Known } from '../inspector/config/known.ts'
import { onlyConnection } from '../model/only-connection.ts'
import { nodeHeight, nodeWidth } from '../model/layout/sizes.ts'
import { stepTypeMime } from '../palette.tsx'
import { useEditorStore } from '../store-context.ts'

function onDragOver(event: DragEvent): void {
  if (!event.dataTransfer.types.includes(stepTypeMime)) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'move'
}

/** Adds a step of the palette where it is dropped on the canvas. */
export function useStepDrop() {
  const store = useEditorStore()
  const flow = useReactFlow<StepNode, LinkEdge>()
  const { connections } = useContext(Known)
  const onDrop = useCallback(
    (event: DragEvent) => {
      const { types, run } = store.getState()
      const type = types.get(event.dataTransfer.getData(stepTypeMime))
      if (!type) return
      event.preventDefault()
      const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY })
      const position = {
        x: Math.round(at.x - nodeWidth / 2),
        y: Math.round(at.y - nodeHeight / 2),
      }
      run(addStep(type, { position }, types, onlyConnection(type, connections)))
    },
    [flow, store, connections],
  )
  return { onDragOver, onDrop }
}
