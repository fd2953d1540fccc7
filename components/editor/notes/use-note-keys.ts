import { useCallback, type KeyboardEvent } from 'react'
import { resizeNote } from '../commands/change-notes.ts'
import { useEditorStore } from '../store-context.ts'
import { noteOfBox } from './note-nodes.ts'

const stepPx = 24
const ways: Record<string, { width: number; height: number }> = {
  ArrowRight: { width: stepPx, height: 0 },
  ArrowLeft: { width: -stepPx, height: 0 },
  ArrowDown: { width: 0, height: stepPx },
  ArrowUp: { width: 0, height: -stepPx },
}

/**
 * Ctrl and the arrow keys change the size of the note that has the focus. It hears the keys before
 * the canvas, for which arrow keys move boxes.
 */
export function useNoteKeys(): (event: KeyboardEvent) => void {
  const store = useEditorStore()
  return useCallback(
    (event) => {
      const way = ways[event.key]
      if (!way || !(event.ctrlKey || event.metaKey)) return
      const { target } = event
      if (!(target instanceof Element) || !target.matches('.react-flow__node-note')) return
      const id = noteOfBox(target.getAttribute('data-id') ?? '') ?? ''
      const { definition, run } = store.getState()
      const size = definition.notes?.[id]?.size
      if (!size) return
      event.preventDefault()
      event.stopPropagation()
      const next = { width: size.width + way.width, height: size.height + way.height }
      run(resizeNote(id, next), { coalesce: `size:${id}` })
    },
    [store],
  )
}
