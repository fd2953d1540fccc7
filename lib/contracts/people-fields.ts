import { z } from 'zod'
import {
  maxPassword,
  minPasswordAlone,
  minPasswordWithFactor,
  normalPassword,
  passwordLength,
} from '../domain/password-rules.ts'
import { oneLine } from './one-line.ts'

/**
 * A new password, as far as a form can check it. What else is refused depends on its person
 * (lib/auth/passwords).
 */
export const newPasswordSchema = z
  .string({ error: 'Give a password.' })
  .refine(
    (password) => passwordLength(normalPassword(password)) >= minPasswordWithFactor,
    `A password has at least ${minPasswordWithFactor} characters, and ${minPasswordAlone} without ` +
      'a second factor. A few words in a row are good.',
  )
  .refine(
    (password) => passwordLength(normalPassword(password)) <= maxPassword,
    `A password has at most ${maxPassword} characters.`,
  )

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

/** A built-in role or the slug of a custom one; the operation checks that it exists. */
export const roleSchema = z
  .string({ error: 'Choose a role.' })
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'A role is named by its slug, like worker.')
  .max(64, 'A role is named by its slug, like worker.')

export const organizationNameSchema = oneLine(
  z
    .string({ error: 'Give the organization a name.' })
    .trim()
    .min(1, 'Give the organization a name.')
    .max(100, 'A name has at most 100 characters.'),
)
