import { z } from 'zod'

/** The most bytes of HTML, pictures among them, that are drawn. */
export const maxHtmlBytes = 20 * 1024 * 1024
/** The most bytes of a drawn PDF. */
export const maxDrawnBytes = 50 * 1024 * 1024
/** The most pages that are drawn. */
export const maxDrawnPages = 1_000

/** Points (1/72 inch). */
export type Margins = { top: number; right: number; bottom: number; left: number }
export type PageSetup = {
  /** US letter by default. */
  size?: 'letter' | 'legal' | 'a4'
  orientation?: 'portrait' | 'landscape'
  /** Points (1/72 inch); an inch by default. */
  margins?: Partial<Margins>
}

/** The HTML of the document is sent as the request's bytes. */
export type DocumentRequest = {
  do: 'document'
  title: string
  /** A BCP 47 tag, such as `en-US`. */
  language: string
  page: PageSetup
  header: string
  footer: string
  /** Seconds since 1970. */
  at: number
}

/** A text to be drawn into a box of this size, in points. */
export type BoxText = {
  text: string
  width: number
  height: number
  /** Of the letters; 0 chooses the largest that fits, up to 12. It is made smaller where needed. */
  size: number
  align: 'left' | 'center' | 'right'
  /** The text has lines, from the top; otherwise it is one line in the middle of the height. */
  multiline: boolean
  /** Draws each character in one of so many cells. */
  cells?: number
  /** Black by default. */
  color?: 'black' | 'gray' | 'red' | 'blue' | 'green'
}
export type BoxesRequest = { do: 'boxes'; boxes: BoxText[] }
export type DrawRequest = DocumentRequest | BoxesRequest

/** `refused` is for the author; `box` is the number of the text at fault. */
export const drawReplySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('pdf'),
    pdf: z.base64().max(Math.ceil(maxDrawnBytes / 3) * 4),
    pages: z.int().positive(),
  }),
  z.object({
    type: z.literal('refused'),
    message: z.string().max(1_000),
    box: z.int().nonnegative().optional(),
  }),
])
export type DrawReply = z.output<typeof drawReplySchema>
