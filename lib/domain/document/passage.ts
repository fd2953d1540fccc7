import { z } from 'zod'
import { pageSourceSchema, placeSchema } from './page.ts'

const offset = z.int().nonnegative()

/** A passage that a search found. */
export const foundPassageSchema = z.object({
  fileName: z.string(),
  /** Larger is better; only comparable within one search. */
  score: z.number(),
  how: pageSourceSchema,
  /** Of the reading of its page. */
  confidence: z.number(),
  /** Where words of the question stand in the place's text. */
  matches: z.array(z.object({ start: offset, end: offset })),
  place: placeSchema,
})
export type FoundPassage = z.infer<typeof foundPassageSchema>
