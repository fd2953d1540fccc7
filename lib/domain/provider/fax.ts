import { z } from 'zod'

/** States of a fax at its provider, in the usual order. */
export const faxStates = ['queued', 'transmitting', 'delivered', 'failed', 'cancelled'] as const
export type FaxState = (typeof faxStates)[number]

/**
 * Before the provider's first state an outgoing fax is `sending` (the provider is being called),
 * `not_sent` (the provider refused, or was not reached) or `unknown` (there was no answer). One that
 * comes in is `receiving` until its pages are here, and then `received`, or `refused` when its
 * workflow could not be started.
 */
export const faxStatuses = [
  'sending',
  'not_sent',
  'unknown',
  ...faxStates,
  'receiving',
  'received',
  'refused',
] as const
export type FaxStatus = (typeof faxStatuses)[number]

export const faxDirections = ['out', 'in'] as const
export type FaxDirection = (typeof faxDirections)[number]

const final: ReadonlySet<FaxState> = new Set(['delivered', 'failed', 'cancelled'])
export const isFinalFaxState = (state: FaxState): boolean => final.has(state)

/**
 * Why a transmission failed, in our words. All but `refused` lie at the line or the other machine:
 * the same fax may get through later.
 */
export const faxFailures = ['busy', 'no_answer', 'line', 'refused'] as const
export type FaxFailure = (typeof faxFailures)[number]

export const faxFailureMessages: Record<FaxFailure, string> = {
  busy: 'The line of the recipient was busy.',
  no_answer: 'Nobody answered at the number of the recipient.',
  line: 'The connection to the other fax machine broke, or no fax machine answered.',
  refused: 'The provider could not send the fax, and trying again will not help.',
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

const coverSchema = z.strictObject({
  recipientName: line('Recipient', 100, 'To whom it is, on the cover page.'),
  senderName: line('Sender', 100, 'From whom it is, on the cover page.'),
  subject: line('Subject', 200, 'Cover pages lie open: no patient’s name.'),
  notes: z
    .string()
    .max(1000, 'Notes have at most 1,000 characters.')
    .optional()
    .meta({ title: 'Notes', description: 'A few lines; no patient’s name.', phi: true }),
})
export type FaxCover = z.output<typeof coverSchema>

/** The fields of a fax besides its connection. */
export const faxFields = {
  to: z
    .string()
    .trim()
    .regex(/^\+[1-9]\d{6,14}$/, 'Give the number with its country code, like +12125550100.')
    .meta({
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
