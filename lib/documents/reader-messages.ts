import { z } from 'zod'

/** Longest text of a document, in characters. */
export const maxCharacters = 2_000_000

export const textFormats = ['pdf', 'docx', 'html'] as const
export type TextFormat = (typeof textFormats)[number]

/** What a reader is asked for; the document itself is sent as the request's bytes. */
export type ReaderRequest = { do: 'text'; format: TextFormat } | { do: 'inspect pdf' }

const length = z.number().nonnegative()
const shape = z.object({ width: length, height: length, blank: z.boolean() })
/** The size of a page as shown, after its rotation; in points (1/72 inch). */
export type PdfPageShape = z.output<typeof shape>

/** Limits the list of shapes; the number of pages is never cut. */
export const maxPages = 1000

const inspectionSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('pages'),
    count: z.int().nonnegative(),
    pages: z.array(shape).max(maxPages),
  }),
  z.object({ type: z.literal('encrypted') }),
  z.object({ type: z.literal('unreadable') }),
])
export type PdfInspection = z.output<typeof inspectionSchema>

/** The message of `refused` is for the person who sent the document. */
const textSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string().max(maxCharacters + 1) }),
  z.object({ type: z.literal('refused'), message: z.string().max(500) }),
])

export const readerReplySchema = z.discriminatedUnion('did', [
  z.object({ did: z.literal('text'), found: textSchema }),
  z.object({ did: z.literal('inspect pdf'), found: inspectionSchema }),
])
export type ReaderReply = z.output<typeof readerReplySchema>
export type FoundText = z.output<typeof textSchema>
