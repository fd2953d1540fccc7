'use client'

import { useReactFlow } from '@xyflow/react'
import { useRef, type MouseEvent, type PointerEvent } from 'react'
import type { EditorStore } from '../store.ts'

const nodeIdAt = (target: EventTarget): string | undefined =>
  (target instanceof Element ? target.closest('.react-flow__node-step') : null)?.getAttribute(
    'data-id',
  ) ?? undefined

/** A pointer that moves further between press and release than these pixels drags. */
const stillPx = 5

/**
 * A press on the canvas acts on what was under the pointer when it was pressed. While the canvas
 * moves by itself, the browser sees press and release on two elements, and neither gets the click.
 * So a press stops the movement, and a click that was meant for a step selects it, whichever
 * element got the click.
 */
export function useSteadyPress(store: EditorStore) {
  const flow = useReactFlow()
  const pressed = useRef<{ id: string | undefined; x: number; y: number } | null>(null)
  return {
    onPointerDownCapture(event: PointerEvent): void {
      pressed.current = { id: nodeIdAt(event.target), x: event.clientX, y: event.clientY }
      // Setting the present viewport again ends a movement under way.
      void flow.setViewport(flow.getViewport())
    },
    onClickCapture(event: MouseEvent): void {
      const press = pressed.current
      pressed.current = null
      if (!press?.id || nodeIdAt(event.target) === press.id) return
      if (event.shiftKey || event.ctrlKey || event.metaKey) return
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > stillPx) return
      event.stopPropagation()
      store.getState().select([press.id])
    },
  }
}
