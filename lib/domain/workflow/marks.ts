// Notes and groups on the canvas, apart from their schemas: what only draws them loads no Zod.

/** What a note on the canvas is for; it gives the note its colour and a word. */
export const noteKinds = ['explanation', 'caution', 'todo', 'agreed'] as const

/** The smallest and the largest note, in pixels of the canvas. */
export const noteSizes = { min: 80, max: 2000 }

/** The most notes of a workflow. */
export const maxNotes = 200

/** The colours of groups on the canvas. */
export const groupColours = ['blue', 'green', 'amber', 'violet', 'rose', 'grey'] as const

/** The most letters of a group's name. */
export const maxGroupName = 80

/** The most groups of a workflow. */
export const maxGroups = 200
