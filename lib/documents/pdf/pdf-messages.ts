import { z } from 'zod'
import type { PageRange } from '#lib/domain/pdf-change'

/** The most bytes of all PDFs of one request, and of all that come out. */
export const maxPdfBytes = 50 * 1024 * 1024
/** The most pages of all PDFs of one request. */
export const maxPdfPages = 2_000
/** The most parts that a PDF is split into. */
export const maxParts = 500
/** The most fields of a form that are listed or filled. */
export const maxFields = 2_000
/** The most pixels of all pictures of one request. */
export const maxPixels = 100_000_000

/** A page of the overlay, and where its lower left corner is: points from that of the page as seen. */
export type Placement = {
  page: number
  overlay: number
  x: number
  y: number
  opacity: number
  /** Degrees, counter-clockwise. */
  turned: number
}
export type FieldValue = string | boolean | string[] | null

/** PDFs are sent one after the other as the request's bytes; `sizes` are their lengths. */
export type PdfRequest =
  | { do: 'pictures'; dpi: number; pages: number[] | null; sizes: number[] }
  | { do: 'fields'; sizes: number[] }
  | { do: 'texts'; values: Record<string, FieldValue>; sizes: number[] }
  | { do: 'fill'; values: Record<string, FieldValue>; flatten: boolean; sizes: number[] }
  | { do: 'merge'; sizes: number[] }
  | { do: 'split'; parts: PageRange[] | { every: number }; sizes: number[] }
  | { do: 'flatten'; sizes: number[] }
  | { do: 'pages'; sizes: number[] }
  | { do: 'stamp'; placements: Placement[]; sizes: number[] }

const fieldTypes = ['text', 'checkbox', 'radio', 'choice', 'signature'] as const
const name = z.string().max(2_000)
const fieldSchema = z.object({
  /** Its full name, such as `patient.name`. */
  name,
  /** What a person reads in place of its name, such as “Date of birth”. */
  label: name.optional(),
  type: z.enum(fieldTypes),
  /** Where it is first; null when it is on no page. */
  page: z.int().positive().nullable(),
  /** What may be chosen. */
  options: z.array(name).max(5_000).optional(),
  /** More than one of the options may be chosen. */
  multiple: z.boolean().optional(),
  /** Any text may be written beside the options. */
  editable: z.boolean().optional(),
  multiline: z.boolean().optional(),
  maxLength: z.int().nonnegative().optional(),
  required: z.boolean(),
  readOnly: z.boolean(),
  /** What is in it now. */
  value: z.union([z.string().max(100_000), z.boolean(), z.array(name), z.null()]),
})
export type FormField = z.output<typeof fieldSchema>

const points = z.number().nonnegative()
/** A text that is drawn, for the field of this name. */
const boxSchema = z.object({
  field: name,
  text: z.string().max(100_000),
  width: points,
  height: points,
  size: points,
  align: z.enum(['left', 'center', 'right']),
  multiline: z.boolean(),
  cells: z.int().positive().max(1_000).optional(),
})
const base64 = z.base64().max(Math.ceil(maxPdfBytes / 3) * 4)

export const pdfReplySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('pdfs'),
    pdfs: z.array(z.object({ pdf: base64, pages: z.int().positive() })).max(maxParts),
  }),
  z.object({ type: z.literal('fields'), fields: z.array(fieldSchema).max(maxFields) }),
  z.object({ type: z.literal('texts'), boxes: z.array(boxSchema).max(maxFields) }),
  z.object({
    type: z.literal('pages'),
    pages: z.array(z.object({ width: points, height: points })).max(maxPdfPages),
  }),
  z.object({
    type: z.literal('pictures'),
    /** How many pages the PDF has. */
    count: z.int().positive(),
    pictures: z
      .array(
        z.object({
          page: z.int().positive(),
          width: z.int().positive(),
          height: z.int().positive(),
          png: base64,
        }),
      )
      .max(maxPdfPages),
  }),
  /** `message` is for the person who gave the PDF; `file` is its number among them. */
  z.object({
    type: z.literal('refused'),
    message: z.string().max(1_000),
    file: z.int().nonnegative().optional(),
  }),
])
export type PdfReply = z.output<typeof pdfReplySchema>
export type ReplyOf<Type extends PdfReply['type']> = Extract<PdfReply, { type: Type }>
