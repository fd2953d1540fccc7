import { z } from 'zod'

// Tolerant on purpose: payers omit, rename and mistype fields. A field of another type counts as
// missing.

/** A text or a number as text; null when it is missing. */
export const text = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(null)
  .transform((value) => value ?? null)

/** A list that is empty when it is missing. */
export const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .catch(null)
    .transform((value) => value ?? [])

/** A list of texts that is empty when it is missing. */
export const texts = list(z.string())
