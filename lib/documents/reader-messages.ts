import { z } from 'zod'
import type { OcrLanguage } from '#lib/domain/document/ocr-languages'

/** Longest text of a document, in characters. */
export const maxCharacters = 2_000_000

export const textFormats = ['pdf', 'docx', 'html'] as const
export type TextFormat = (typeof textFormats)[number]

/** The formats whose pages are read; `picture` is PNG, JPEG or TIFF. */
export type PageFormat = 'pdf' | 'docx' | 'html' | 'text' | 'picture'
/** The formats whose pages can be drawn and recognized. */
export type DrawnFormat = 'pdf' | 'picture'

/** Reads `count` pages from page `from` (1) on. */
export type PagesRequest = { do: 'pages'; format: PageFormat; from: number; count: number }
/** Recognizes the text of pages that are pictures. */
export type RecognizeRequest = {
  do: 'recognize'
  format: DrawnFormat
  pages: number[]
  languages: OcrLanguage[]
}
/** Draws a page; a picture is answered with the pixels that it has. */
export type DrawRequest = { do: 'draw'; format: DrawnFormat; page: number; dpi: number }

/** What a reader is asked for; the document itself is sent as the request's bytes. */
export type ReaderRequest =
  | { do: 'text'; format: TextFormat }
  | { do: 'inspect pdf' }
  | PagesRequest
  | RecognizeRequest
  | DrawRequest

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

/** The message is for the person who sent the document. */
const refusedSchema = z.object({ type: z.literal('refused'), message: z.string().max(500) })

const textSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string().max(maxCharacters + 1) }),
  refusedSchema,
])

const pageSchema = z.object({
  /** From 1. */
  page: z.int().positive(),
  /** As shown, in points; 0 for a section of a document without pages. */
  width: length,
  height: length,
  text: z.string().max(maxCharacters),
  /** For each word: start, length, x, y, width and height, the last four in tenths of a point. */
  words: z.array(z.int()).max(maxCharacters * 6),
  how: z.enum(['text', 'ocr']),
  confidence: z.number().min(0).max(1),
  /** It is a picture whose text has to be recognized. */
  scan: z.boolean(),
})
/** A page as a reader answers it. */
export type ReadPage = z.output<typeof pageSchema>

const foundPagesSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('pages'),
    total: z.int().positive(),
    pages: z.array(pageSchema).max(maxPages),
  }),
  refusedSchema,
])
export type FoundPages = z.output<typeof foundPagesSchema>

const drawnSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('picture'),
    mimeType: z.enum(['image/png', 'image/jpeg']),
    /** Base64. */
    content: z.string(),
  }),
  refusedSchema,
])
export type Drawn = z.output<typeof drawnSchema>

export const readerReplySchema = z.discriminatedUnion('did', [
  z.object({ did: z.literal('text'), found: textSchema }),
  z.object({ did: z.literal('inspect pdf'), found: inspectionSchema }),
  z.object({ did: z.literal('pages'), found: foundPagesSchema }),
  z.object({ did: z.literal('draw'), found: drawnSchema }),
])
export type ReaderReply = z.output<typeof readerReplySchema>
export type FoundText = z.output<typeof textSchema>
