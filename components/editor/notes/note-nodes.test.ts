import { expect, it } from 'vitest'
import type { Note } from '#lib/domain/workflow/definition'
import { createNoteCache, noteBoxId, noteOfBox } from './note-nodes.ts'

const note: Note = {
  text: '## Ask the **clinic**\nbefore noon',
  kind: 'caution',
  position: { x: 8, y: 16 },
  size: { width: 240, height: 120 },
}

it('draws a note with its first line as it is read, and keeps the box of an unchanged one', () => {
  const draw = createNoteCache()
  const [box] = draw({ n: note }, [])
  expect(box).toMatchObject({
    id: noteBoxId('n'),
    data: { title: 'Ask the clinic', category: 'caution' },
    position: note.position,
    width: 240,
    selected: false,
  })
  expect(draw({ n: note, m: note }, ['m'])[0]).toBe(box)
  expect(draw({ n: note }, ['n'])[0]?.selected).toBe(true)
  expect([noteOfBox(noteBoxId('n')), noteOfBox('n')]).toEqual(['n', undefined])
})
