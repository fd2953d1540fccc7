import { randomId } from '#lib/domain/random-id'
import type { Definition, Note } from '#lib/domain/workflow/definition'
import { maxNotes, noteSizes } from '#lib/domain/workflow/marks'
import type { Command } from './command.ts'

/** An id for a new note; random, so that two people never make the same one. */
export const newNoteId = (): string => `n${randomId().replaceAll('-', '').slice(0, 12)}`

const withNotes = (definition: Definition, notes: Record<string, Note>): Definition => ({
  ...definition,
  notes,
})

/** Adds a note under an id that is free. */
export const addNote =
  (id: string, note: Note): Command =>
  (definition) => {
    const notes = definition.notes ?? {}
    if (Object.keys(notes).length >= maxNotes)
      return { definition, says: `A workflow has at most ${maxNotes} notes.` }
    return {
      definition: withNotes(definition, { ...notes, [id]: note }),
      selection: [],
      says: 'Note added.',
    }
  }

/** Sets fields of a note; one that is gone stays gone. */
export const changeNote =
  (id: string, fields: Partial<Note>, says?: string): Command =>
  (definition) => {
    const note = definition.notes?.[id]
    if (!note) return { definition }
    const notes = { ...definition.notes, [id]: { ...note, ...fields } }
    return { definition: withNotes(definition, notes), ...(says ? { says } : {}) }
  }

/** Puts notes at places on the canvas. */
export const moveNotes =
  (places: ReadonlyMap<string, Note['position']>): Command =>
  (definition) => {
    const moved = [...places].reduce((next, [id, { x, y }]) => {
      const position = { x: Math.round(x), y: Math.round(y) }
      const old = next.notes?.[id]?.position
      if (old?.x === position.x && old.y === position.y) return next
      return changeNote(id, { position })(next).definition
    }, definition)
    return { definition: moved }
  }

const within = (length: number): number =>
  Math.min(noteSizes.max, Math.max(noteSizes.min, Math.round(length)))

/** Gives a note another size, within the smallest and the largest one. */
export const resizeNote = (id: string, { width, height }: Note['size']): Command =>
  changeNote(id, { size: { width: within(width), height: within(height) } })

/** Deletes notes. */
export const removeNotes =
  (ids: readonly string[]): Command =>
  (definition) => {
    const entries = Object.entries(definition.notes ?? {})
    const left = entries.filter(([id]) => !ids.includes(id))
    const count = entries.length - left.length
    if (count === 0) return { definition }
    return {
      definition: withNotes(definition, Object.fromEntries(left)),
      says: count === 1 ? 'Note deleted.' : `${count} notes deleted.`,
    }
  }
