import { z } from 'zod'
import { oneLine } from './one-line.ts'

/**
 * A new password. Only its length matters (NIST SP 800-63B), so there are no rules about
 * characters.
 */
export const newPasswordSchema = z
  .string({ error: 'Give a password.' })
  .min(12, 'A password has at least 12 characters. A few words in a row are good.')
  .max(200, 'A password has at most 200 characters.')

/**
 * Stored in lower case, because case does not matter. Only the plain form of an address: no display
 * names, quotes or lists.
 */
export const emailSchema = z
  .string({ error: 'Give an e-mail address.' })
  .trim()
  .toLowerCase()
  .max(254, 'An e-mail address has at most 254 characters.')
  .pipe(z.email('That is not an e-mail address like name@example.com.'))

export const personNameSchema = oneLine(
  z
    .string({ error: 'Give a name.' })
    .trim()
    .min(1, 'Give a name.')
    .max(100, 'A name has at most 100 characters.'),
)

export const organizationNameSchema = oneLine(
  z
    .string({ error: 'Give the organization a name.' })
    .trim()
    .min(1, 'Give the organization a name.')
    .max(100, 'A name has at most 100 characters.'),
)
