import { shortText } from '#lib/domain/text'
import type { Note } from '#lib/domain/workflow/definition'
import { noteWords } from '#lib/domain/workflow/note-words'
import type { StepNode } from '../graph-adapter.ts'
import { noStep } from '../start/start-box.ts'

const prefix = '@note:'

/** The id of a note's box on the canvas; no step can have it. */
export const noteBoxId = (id: string): string => `${prefix}${id}`

/** The note of a box; undefined for other boxes. */
export const noteOfBox = (boxId: string): string | undefined =>
  boxId.startsWith(prefix) ? boxId.slice(prefix.length) : undefined

/** The first line without the signs of Markdown: from far it stands for the whole note. */
const headOf = (text: string): string =>
  shortText((text.split('\n')[0] ?? '').replaceAll(/[*`]|^#+ /g, ''), 80)

function boxOf(id: string, note: Note, selected: boolean): StepNode {
  const text = note.text.trim()
  return {
    id: noteBoxId(id),
    type: 'note',
    position: note.position,
    ...note.size,
    measured: note.size,
    // It has no connections.
    handles: [],
    data: { ...noStep, title: headOf(text), category: note.kind },
    selected,
    connectable: false,
    // Below the steps and their lines.
    zIndex: -1,
    ariaRole: 'group',
    ariaLabel: `${noteWords[note.kind]}: ${shortText(text, 200) || 'empty note'}`,
    domAttributes: {
      'aria-roledescription': 'note',
      'aria-describedby': undefined,
      'aria-description':
        'Enter writes in the note. Once it is selected, the arrow keys move it, and with Ctrl ' +
        'they change its size. Delete removes it.',
    },
  }
}

/** Makes the boxes of notes; that of an unchanged note stays the same object. */
export function createNoteCache(): (
  notes: Record<string, Note> | undefined,
  selected: readonly string[],
) => StepNode[] {
  let cache = new Map<string, { note: Note; box: StepNode }>()
  return (notes, selected) => {
    const next = new Map<string, { note: Note; box: StepNode }>()
    for (const [id, note] of Object.entries(notes ?? {})) {
      const before = cache.get(id)
      const isSelected = selected.includes(id)
      const same = before?.note === note && before.box.selected === isSelected
      next.set(id, same ? before : { note, box: boxOf(id, note, isSelected) })
    }
    cache = next
    return [...next.values()].map(({ box }) => box)
  }
}
