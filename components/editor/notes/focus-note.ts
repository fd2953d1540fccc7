import { noteBoxId } from './note-nodes.ts'

/** Puts the focus on a note's box. */
export function focusNote(id: string): void {
  document
    .querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(noteBoxId(id))}"]`)
    ?.focus()
}
