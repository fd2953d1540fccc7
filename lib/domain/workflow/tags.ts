import { z } from 'zod'

/** So many tags has a workflow at most. */
const mostTags = 20

const tagSchema = z
  .string()
  .trim()
  .min(1, 'A tag needs a name.')
  .max(40, 'A tag has at most 40 characters.')
  .regex(/^[^\p{Cc}\p{Cf},]*$/u, 'A tag is one line without commas.')

export const tagsSchema = z.array(tagSchema).max(mostTags, `At most ${mostTags} tags.`)
