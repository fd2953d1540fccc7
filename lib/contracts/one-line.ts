import type { z } from 'zod'

/**
 * A text for one line of a list, a log or a mail's header: no line breaks, no control characters
 * (terminals execute them), and no characters that change the writing direction.
 */
export const oneLine = (text: z.ZodString): z.ZodString =>
  text.regex(
    /^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u,
    'This text must have no line breaks or control characters.',
  )
