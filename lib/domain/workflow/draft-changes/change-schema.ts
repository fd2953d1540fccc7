import { z } from 'zod'
import { stepIdSchema } from '../definition.ts'

/**
 * A place in a definition: `['settings', 'timeZone']`, `['steps', '<id>', 'config', 'to']`. Steps
 * are named by their id. A connection into a step is `['steps', '<id>', 'after', '<key>']` with the
 * key of `edgeKey`.
 */
const draftPathSchema = z.array(z.string().max(2000)).min(1).max(200)
export type DraftPath = z.infer<typeof draftPathSchema>

const setSchema = z.strictObject({
  kind: z.literal('set'),
  path: draftPathSchema,
  to: z.unknown(),
  /** For a new step: the step that it follows in the list; null: it is the first one. */
  behind: stepIdSchema.nullable().optional(),
})

const removeSchema = z.strictObject({ kind: z.literal('remove'), path: draftPathSchema })

/** Replaces lines of a text, so that two people can work on different lines of it. */
const linesSchema = z.strictObject({
  kind: z.literal('lines'),
  path: draftPathSchema,
  /** The index of the first line. */
  at: z.int().min(0),
  /** How many lines go. */
  remove: z.int().min(0),
  insert: z.array(z.string().max(1_000_000)).max(100_000),
})

/** Moves a step in the list of steps. */
const moveSchema = z.strictObject({
  kind: z.literal('move'),
  step: stepIdSchema,
  behind: stepIdSchema.nullable(),
})

/** One change of a draft, as it is sent, stored and merged with changes of other people. */
export const draftChangeSchema = z.discriminatedUnion('kind', [
  setSchema,
  removeSchema,
  linesSchema,
  moveSchema,
])
export type DraftChange = z.infer<typeof draftChangeSchema>
export type LinesChange = z.infer<typeof linesSchema>
