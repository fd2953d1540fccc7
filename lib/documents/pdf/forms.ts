import { drawBoxes } from '../draw/draw-pdf.ts'
import { askPdf, type PdfOptions, type Refusal } from './ask-pdf.ts'
import { onePdf, type MadePdf } from './change-pdfs.ts'
import type { FieldValue, FormField } from './pdf-messages.ts'

export type { FieldValue, FormField } from './pdf-messages.ts'

/**
 * Lists the fields of a PDF form that people fill; buttons are left out. A PDF without fields, and
 * an XFA form, are refused.
 * @throws ApiError as `askPdf`
 */
export async function listFormFields(
  pdf: Uint8Array,
  options: PdfOptions,
): Promise<{ type: 'fields'; fields: FormField[] } | Refusal> {
  return await askPdf('fields', { do: 'fields' }, [pdf], options)
}

export type FillOptions = PdfOptions & {
  /**
   * By the names of the fields: a text, true or false for a check box, an option of a radio group,
   * an option or several of a list; null empties a field. Other fields keep what they have.
   */
  values: Record<string, FieldValue>
  /** Makes the fields part of the pages, so that nobody changes them. */
  flatten: boolean
}

/**
 * Fills a PDF form. Texts are drawn by our own fonts, so that all letters and both directions come
 * out right in every program. What does not fit a field, by its kind or its size, is refused.
 * @throws ApiError as `askPdf` and `drawPdf`
 */
export async function fillForm(
  pdf: Uint8Array,
  { values, flatten, ...options }: FillOptions,
): Promise<({ type: 'pdf' } & MadePdf) | Refusal> {
  const found = await askPdf('texts', { do: 'texts', values }, [pdf], options)
  if (found.type === 'refused') return found
  const { boxes } = found
  const fill = { do: 'fill', values, flatten } as const
  if (boxes.length === 0) return onePdf(await askPdf('pdfs', fill, [pdf], options))
  const overlay = await drawBoxes(
    boxes.map(({ field: _field, ...box }) => box),
    options,
  )
  if (overlay.type === 'pdf')
    return onePdf(await askPdf('pdfs', fill, [pdf, overlay.bytes], options))
  const box = overlay.box === undefined ? undefined : boxes[overlay.box]
  if (!box) return { type: 'refused', message: overlay.message }
  return { type: 'refused', message: `The text for the field “${box.field}” does not fit into it.` }
}
