import type { DrawnFormat, PageFormat } from '../reader-messages.ts'

/** The formats of files that have pages; those of a table are parts of it. */
export type DocumentFormat = PageFormat | 'table'

const byType = new Map<string, PageFormat>([
  ['application/pdf', 'pdf'],
  ['image/png', 'picture'],
  ['image/jpeg', 'picture'],
  ['image/tiff', 'picture'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
])
const byEnding = new Map<string, DocumentFormat>([
  ['docx', 'docx'],
  ['html', 'html'],
  ['htm', 'html'],
  ['md', 'text'],
  ['markdown', 'text'],
  ['txt', 'text'],
  ['xlsx', 'table'],
  ['csv', 'table'],
  ['tsv', 'table'],
])

/** Their types have signatures, so what is named as one of them and has another type is not one. */
const signed = new Set(['pdf', 'png', 'jpg', 'jpeg', 'tif', 'tiff'])

const endingOf = (fileName: string): string => fileName.toLowerCase().split('.').at(-1) ?? ''

/** Why the pages of a file without a format are not read. */
export function whyNoFormat({ fileName }: { fileName: string }): string {
  const ending = endingOf(fileName)
  return signed.has(ending)
    ? `This file is called .${ending}, but it is something else or damaged. Open it in its ` +
        'program, save it as PDF, and use that.'
    : 'The pages of this file cannot be read. ' +
        'Use a PDF, DOCX, PNG, JPEG, TIFF, HTML, text, CSV or Excel (.xlsx) file.'
}

/**
 * The format of a stored file: of the types whose first bytes prove it, else by the ending of its
 * name, else by the type that was declared. Undefined for files whose pages nobody reads.
 */
export function pageFormatOf({
  fileName,
  mimeType,
}: {
  fileName: string
  mimeType: string
}): DocumentFormat | undefined {
  const proven = byType.get(mimeType)
  if (proven) return proven
  const ending = endingOf(fileName)
  if (signed.has(ending)) return undefined
  const named = byEnding.get(ending)
  if (named) return named
  if (mimeType === 'text/html') return 'html'
  return mimeType === 'text/plain' || mimeType === 'text/markdown' ? 'text' : undefined
}

/** Whether pages of this format have a size, and can be drawn and recognized. */
export const isDrawn = (format: DocumentFormat): format is DrawnFormat =>
  format === 'pdf' || format === 'picture'
