import { z } from 'zod'

/** The setting that says what a received fax starts. */
export const receivedField = z
  .string()
  .trim()
  .max(100)
  .optional()
  .meta({
    title: 'Workflow for received faxes',
    description:
      'Its slug. A received fax starts it, with those of these start data that it has: file ' +
      '(id and fileName), files, from, to, pages. Left out, faxes are only kept as files.',
  })
