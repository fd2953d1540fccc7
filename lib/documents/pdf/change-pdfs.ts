import type { PageRange } from '#lib/domain/pdf-change'
import { askPdf, type PdfOptions, type Refusal } from './ask-pdf.ts'
import type { ReplyOf } from './pdf-messages.ts'

/** A PDF that was made. */
export type MadePdf = { bytes: Buffer<ArrayBuffer>; pages: number }

function madePdfs({ pdfs }: ReplyOf<'pdfs'>): MadePdf[] {
  return pdfs.map(({ pdf, pages }) => ({ bytes: Buffer.from(pdf, 'base64'), pages }))
}

/** The one PDF of a reply. */
export function onePdf(reply: ReplyOf<'pdfs'> | Refusal): ({ type: 'pdf' } & MadePdf) | Refusal {
  if (reply.type === 'refused') return reply
  const [made] = madePdfs(reply)
  if (!made) throw new Error('no PDF was made')
  return { type: 'pdf', ...made }
}

/**
 * Puts PDFs one after the other. Forms and comments become part of their pages first, because
 * fields with the same name would have the same value. Bookmarks and tags for screen readers are
 * lost.
 * @throws ApiError as `askPdf`
 */
export const mergePdfs = async (pdfs: Uint8Array[], options: PdfOptions) =>
  onePdf(await askPdf('pdfs', { do: 'merge' }, pdfs, options))

/**
 * Makes what is filled in and commented part of the pages: it looks the same, and can no longer be
 * changed. Links are lost.
 * @throws ApiError as `askPdf`
 */
export const flattenPdf = async (pdf: Uint8Array, options: PdfOptions) =>
  onePdf(await askPdf('pdfs', { do: 'flatten' }, [pdf], options))

/**
 * Makes a PDF of each range of pages, or of every so many. Forms become part of their pages first.
 * @throws ApiError as `askPdf`
 */
export async function splitPdf(
  pdf: Uint8Array,
  parts: PageRange[] | { every: number },
  options: PdfOptions,
): Promise<{ type: 'pdfs'; pdfs: MadePdf[] } | Refusal> {
  const reply = await askPdf('pdfs', { do: 'split', parts }, [pdf], options)
  return reply.type === 'refused' ? reply : { type: 'pdfs', pdfs: madePdfs(reply) }
}
