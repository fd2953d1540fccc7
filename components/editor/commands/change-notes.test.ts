import { expect, it } from 'vitest'
import { emptyDefinition, type Note } from '#lib/domain/workflow/definition'
import { maxNotes, noteSizes } from '#lib/domain/workflow/marks'
import { createEditorStore } from '../store.ts'
import { addNote, changeNote, moveNotes, removeNotes, resizeNote } from './change-notes.ts'
import { removeEverythingSelected } from './remove-selected.ts'

const note: Note = {
  text: 'Ask first',
  kind: 'explanation',
  position: { x: 0, y: 0 },
  size: { width: 200, height: 100 },
}
const withNotes = (notes: Record<string, Note>) => ({ ...emptyDefinition, notes })

it('adds notes up to the limit, and changes none that is gone', () => {
  expect(addNote('n', note)(emptyDefinition).definition.notes).toEqual({ n: note })
  const full = withNotes(
    Object.fromEntries(Array.from({ length: maxNotes }, (_, index) => [`n${index}`, note])),
  )
  expect(addNote('more', note)(full)).toEqual({
    definition: full,
    says: `A workflow has at most ${maxNotes} notes.`,
  })
  const none = withNotes({})
  expect(changeNote('gone', { text: '' })(none).definition).toBe(none)
})

it('moves and sizes notes within their limits', () => {
  const one = withNotes({ n: note })
  const moved = moveNotes(new Map([['n', { x: 7.6, y: -3.2 }]]))(one).definition
  expect(moved.notes?.['n']?.position).toEqual({ x: 8, y: -3 })
  expect(moveNotes(new Map([['n', note.position]]))(one).definition).toBe(one)
  const small = resizeNote('n', { width: 1, height: 1e6 })(one).definition
  expect(small.notes?.['n']?.size).toEqual({ width: noteSizes.min, height: noteSizes.max })
})

it('deletes selected notes and steps as one change that undo takes back', () => {
  const step = { id: 'a', type: 'wait', title: 'A', after: [], config: {} }
  const store = createEditorStore({ ...withNotes({ n: note, m: note }), steps: [step] }, new Map())
  store.getState().select(['a'])
  store.getState().selectNotes(['n'])
  removeEverythingSelected(store)
  expect(store.getState().definition).toMatchObject({ steps: [], notes: { m: note } })
  expect(store.getState().announcement.text).toBe('Step A deleted. Note deleted.')
  store.getState().undo()
  expect(Object.keys(store.getState().definition.notes ?? {})).toEqual(['n', 'm'])
  const same = store.getState().definition
  expect(removeNotes([])(same).definition).toBe(same)
})
