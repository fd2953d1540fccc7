import type { Note } from './definition.ts'

/** What a note is for, as people read it. */
export const noteWords: Record<Note['kind'], string> = {
  explanation: 'Explanation',
  caution: 'Take care',
  todo: 'To do',
  agreed: 'Agreed',
}
