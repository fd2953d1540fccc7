import type { z } from 'zod'

/**
 * A text that stands in one line of a list, a log or a mail's header: no line breaks, no control
 * characters, which terminals obey, and nothing that turns the direction of what follows.
 */
export const oneLine = (text: z.ZodString): z.ZodString =>
  text.regex(
    /^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u,
    'This text has no line breaks or control characters.',
  )
