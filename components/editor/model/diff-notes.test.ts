import { expect, it } from 'vitest'
import { emptyDefinition, type Note } from '#lib/domain/workflow/definition'
import { createChangeCount } from './count-changes.ts'
import { diffDefinitions, isSame } from './diff-definitions.ts'

const note: Note = {
  text: 'Ask the clinic first.',
  kind: 'caution',
  position: { x: 0, y: 0 },
  size: { width: 200, height: 100 },
}
const withNotes = (notes: Record<string, Note>) => ({ ...emptyDefinition, notes })

it('names notes that are new, changed or gone, in words, and no run that differs', () => {
  const before = withNotes({ changed: note, gone: note, moved: note })
  const after = withNotes({
    changed: { ...note, kind: 'agreed' },
    moved: { ...note, position: { x: 80, y: 0 } },
    fresh: note,
  })
  const difference = diffDefinitions(before, after)
  expect(difference.notes).toEqual([
    {
      id: 'changed',
      change: 'changed',
      fields: [{ path: 'kind', before: 'Take care', after: 'Agreed' }],
    },
    expect.objectContaining({ id: 'fresh', change: 'added' }),
    expect.objectContaining({ id: 'gone', change: 'removed' }),
  ])
  expect(isSame(difference)).toBe(true)
  expect(createChangeCount()(before, after)).toBe(3)
})
