import { z } from 'zod'
import type { FaxFailure } from './fax-words.ts'

const passing: ReadonlySet<string> = new Set<FaxFailure>(['busy', 'no_answer', 'line'])

/** How often a fax is tried, and how long the pauses are. */
export const faxRetryFields = {
  tries: z.int().min(1).max(10).default(3).meta({
    title: 'Tries',
    description: 'How often it is sent at most when the line is busy, breaks or nobody answers.',
  }),
  pauseMinutes: z.number().min(0).max(1440).default(5).meta({
    title: 'First pause',
    description: 'Minutes before the second try; each further pause is twice as long.',
  }),
  longestPauseMinutes: z
    .number()
    .min(0)
    .max(1440)
    .default(60)
    .meta({ title: 'Longest pause', description: 'Minutes between two tries at most.' }),
}
const faxRetrySchema = z.object(faxRetryFields)
export type FaxRetry = z.output<typeof faxRetrySchema>

type Ended = { tryNumber: number; failure: string | null; endedAt: Date }

/** When a fax that failed is sent again; null when it is not. */
export function faxRetryAt(
  { tries, pauseMinutes, longestPauseMinutes }: FaxRetry,
  { tryNumber, failure, endedAt }: Ended,
): Date | null {
  if (failure === null || !passing.has(failure) || tryNumber >= tries) return null
  const minutes = Math.min(longestPauseMinutes, pauseMinutes * 2 ** (tryNumber - 1))
  return new Date(endedAt.getTime() + minutes * 60_000)
}

const faxNumberPattern = /^\+[1-9]\d{6,14}$/
const faxNumberHelp = 'Give the number with its country code, like +12125550100.'
/** A number as it is called. */
export const faxNumberSchema = z.string().trim().regex(faxNumberPattern, faxNumberHelp)

/**
 * What of a typed number is digits, in the form in which numbers are kept; undefined when it can be
 * none. Ten digits are a North American number.
 */
export function faxNumberOf(typed: string | null | undefined): string | undefined {
  const digits = (typed ?? '').replaceAll(/\D/g, '')
  if (digits.length < 7 || digits.length > 15) return undefined
  return digits.length === 10 ? `+1${digits}` : `+${digits}`
}

/** The limits of a fax: of its files together. */
export const maxFaxBytes = 20 * 1024 * 1024
export const maxFaxPages = 200
const maxFaxFiles = 10

const line = (title: string, most: number, description: string) =>
  z
    .string()
    .trim()
    .max(most, `${title} has at most ${most} characters.`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, `${title} is one line, without control characters.`)
    .optional()
    .meta({ title, description, phi: true })

/** What a cover page asks its reader for. */
export const faxMarks = ['none', 'urgent', 'for-review', 'please-reply'] as const
export type FaxMark = (typeof faxMarks)[number]

const coverSchema = z.strictObject({
  recipientName: line('Recipient', 100, 'To whom it is, on the cover page.'),
  senderName: line('Sender', 100, 'From whom it is; left out, the organization.'),
  senderPhone: line('Telephone', 40, 'Whom to call when pages are missing.'),
  subject: line('Subject', 200, 'Cover pages lie open: no patient’s name.'),
  mark: z
    .enum(faxMarks)
    .default('none')
    .meta({
      title: 'Mark',
      enumNames: ['None', 'Urgent', 'For review', 'Please reply'],
      description: 'A large word at the top of the cover page.',
    }),
  notes: z
    .string()
    .max(1000, 'Notes have at most 1,000 characters.')
    .optional()
    .meta({ title: 'Notes', description: 'A few lines; no patient’s name.', phi: true }),
  confidential: z.boolean().default(true).meta({
    title: 'Confidentiality notice',
    description: 'What somebody is to do who gets the fax by mistake.',
  }),
})
export type FaxCover = z.output<typeof coverSchema>

/** The fields of a fax besides its connection. */
export const faxFields = {
  to: faxNumberSchema.meta({
    title: 'To',
    description: 'A fax number with its country code, like +12125550100.',
    examples: ['+12125550123'],
  }),
  files: z
    .array(z.string().min(1).max(100).meta({ title: 'PDF', description: 'The id of a file.' }))
    .min(1, 'Name at least one PDF.')
    .max(maxFaxFiles, `A fax has at most ${maxFaxFiles} files.`)
    .meta({
      title: 'PDFs',
      description: `Ids of PDFs, in their order: together ${maxFaxPages} pages and 20 MB at most.`,
    }),
  cover: coverSchema.optional().meta({
    title: 'Cover page',
    description: 'Left out, the fax has none. Cover pages lie open in fax rooms.',
  }),
}
