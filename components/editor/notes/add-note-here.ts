import { boundsOf } from '../canvas/bounds.ts'
import { addNote, newNoteId } from '../commands/change-notes.ts'
import { positionsOf } from '../model/layout/positions.ts'
import { gap, nodeHeight, nodeWidth } from '../model/layout/sizes.ts'
import type { EditorStore } from '../store.ts'
import { noteBoxId } from './note-nodes.ts'

const size = { width: 240, height: 120 }

/** Right of the selected step; without one on the left of the workflow's head. */
function freePlace(store: EditorStore): { x: number; y: number } {
  const { definition, types, selection } = store.getState()
  const places = positionsOf(definition, types)
  const at = places[selection[0] ?? '']
  if (at) return { x: at.x + nodeWidth + gap.x, y: at.y }
  const boxes = Object.values(places).map((position) => ({
    position,
    width: nodeWidth,
    height: nodeHeight,
  }))
  const bounds = boundsOf(boxes)
  const taken = Object.values(definition.notes ?? {}).length
  return { x: bounds.x - size.width - 2 * gap.x, y: bounds.y + taken * 24 }
}

/** Adds a note, at a place of the canvas or at a free one that is then shown, to be written in. */
export function addNoteHere(store: EditorStore, position?: { x: number; y: number }): void {
  const id = newNoteId()
  const at = position ?? freePlace(store)
  const place = { x: Math.round(at.x / 8) * 8, y: Math.round(at.y / 8) * 8 }
  const { run, readOnly, setView } = store.getState()
  run(addNote(id, { text: '', kind: 'explanation', position: place, size }))
  if (readOnly !== undefined || !store.getState().definition.notes?.[id]) return
  setView('canvas')
  store.getState().selectNotes([id])
  store.getState().editNote(id)
  if (!position) store.getState().show([noteBoxId(id)])
}
