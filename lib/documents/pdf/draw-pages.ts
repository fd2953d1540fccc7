import { askPdf, type PdfOptions, type Refusal } from './ask-pdf.ts'

/** A page as it looks. `page` is its number, from 1; the measures are pixels. */
export type PagePicture = {
  page: number
  width: number
  height: number
  png: Buffer<ArrayBuffer>
}
export type DrawPagesOptions = PdfOptions & {
  /** Dots per inch; 96 by default, at most 300. A very large page gets fewer. */
  dpi?: number
  /** Their numbers, from 1; all by default. Numbers beyond the last are left out. */
  pages?: number[]
}

/**
 * Draws pages of a PDF, with its form fields and comments, as PNG pictures. `count`: how many pages
 * it has.
 * @throws ApiError as `askPdf`
 */
export async function drawPages(
  pdf: Uint8Array,
  { dpi = 96, pages, ...options }: DrawPagesOptions,
): Promise<{ type: 'pictures'; pictures: PagePicture[]; count: number } | Refusal> {
  const reply = await askPdf(
    'pictures',
    { do: 'pictures', dpi, pages: pages ?? null },
    [pdf],
    options,
  )
  if (reply.type === 'refused') return reply
  const pictures = reply.pictures.map(({ png, ...picture }) => ({
    ...picture,
    png: Buffer.from(png, 'base64'),
  }))
  return { type: 'pictures', pictures, count: reply.count }
}
