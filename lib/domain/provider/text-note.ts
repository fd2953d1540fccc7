import { z } from 'zod'

/** The category of a note that names none (specification 2.1). */
const defaultNoteCategory = 'CPS Authorizations'

const datePattern = /^(?<month>[1-9]|1[0-2])\/(?<day>[1-9]|[12]\d|3[01])\/(?<year>\d{4})$/

/**
 * Converts `M/D/YYYY` without leading zeros to `YYYY-MM-DD`; undefined when it is written in
 * another way or the day does not exist (2/29 of a common year).
 */
export function isoDateOf(written: string): string | undefined {
  const { month, day, year } = datePattern.exec(written)?.groups ?? {}
  if (!month || !day || !year || year === '0000') return undefined
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined
}

/** The calendar date of an instant in an IANA time zone, as `YYYY-MM-DD`. */
export function dateInZone(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

const filled = (title: string, description: string, max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.trim() !== '', { error: `${title} is required and may not be blank.` })
    .meta({ title, description, minLength: 1 })

/** The fields of a text note in a request (specification 2.1), for the endpoint and the step. */
export const textNoteFields = {
  patientId: filled('Patient', 'The patient’s id in the EMR, for example EMR-1001.', 200),
  title: filled('Title', 'The heading of the document.', 500),
  body: filled(
    'Body',
    'The content: plain text, or HTML (which is sanitized before it is sent).',
    1_000_000,
  ),
  category: filled('Category', 'The document category in the EMR.', 200).default(
    defaultNoteCategory,
  ),
  date: z
    .string()
    .refine((value) => isoDateOf(value) !== undefined, {
      error:
        'A date is a real calendar date written M/D/YYYY without leading zeros, for example 3/7/2026.',
    })
    .optional()
    .meta({
      title: 'Date',
      description:
        'M/D/YYYY without leading zeros; left out: today in the organization’s time zone.',
    }),
}

/** Body of POST /integrations/emr/{slug}/text-notes; an unknown field is refused. */
export const textNoteRequestSchema = z.strictObject(textNoteFields)
export type TextNoteRequest = z.infer<typeof textNoteRequestSchema>
