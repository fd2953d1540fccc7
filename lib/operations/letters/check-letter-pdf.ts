import { ApiError } from '#lib/domain/api-error'
import { inspectPdf } from '#lib/documents/inspect-pdf'
import { countOf } from '#lib/domain/count-of'
import { maxLetterBytes, maxLetterSheets } from '#lib/domain/provider/letter'

/** US letter in points, with a tolerance of a sixteenth of an inch, which printers trim. */
const width = 612
const height = 792
const tolerance = 4.5

const refuse = (message: string): never => {
  throw ApiError.invalid([{ path: 'file', message }])
}
const inches = (points: number): string => String(Math.round((points / 72) * 100) / 100)

/** Throws a 400 when a PDF of this size is too large; needs no bytes. */
export function checkLetterSize(bytes: number): void {
  if (bytes > maxLetterBytes)
    refuse(
      `The PDF of a letter may have at most ${maxLetterBytes / 1024 / 1024} MB; ` +
        `this has ${Math.ceil(bytes / 1024 / 1024)} MB.`,
    )
}

/**
 * Checks that any provider can print a PDF: readable, not encrypted, not empty, at most `maxSheets`
 * of paper, every page US letter upright. Answers its number of pages, or throws a 400 that says
 * what is wrong. The rules are the same for every provider, so that a letter that works in the
 * sandbox works with the others.
 */
export async function checkLetterPdf(
  bytes: Uint8Array,
  {
    doubleSided,
    organizationId,
    maxSheets = maxLetterSheets,
  }: { doubleSided: boolean; organizationId: string; maxSheets?: number },
): Promise<number> {
  checkLetterSize(bytes.byteLength)
  if (
    !Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).includes('%PDF-')
  )
    return refuse('This file is not a PDF.')
  const found = await inspectPdf(bytes, organizationId)
  if (found.type === 'encrypted')
    return refuse('This PDF has a password. Save it without one and send it again.')
  if (found.type === 'unreadable')
    return refuse(
      'This PDF cannot be read: it is cut off, damaged, or too costly to take apart. ' +
        'Save it again as a plain PDF.',
    )
  const { count, pages } = found
  if (count === 0 || pages.every(({ blank }) => blank))
    return refuse('This PDF is empty: its pages are blank.')
  const most = maxSheets * (doubleSided ? 2 : 1)
  if (count > most)
    return refuse(
      `A letter may have at most ${maxSheets} sheets, which are ${most} pages ` +
        `${doubleSided ? 'double-sided' : 'single-sided'}; this PDF has ${countOf(count, 'page')}.`,
    )
  const odd = pages.findIndex(
    (page) =>
      Math.abs(page.width - width) > tolerance || Math.abs(page.height - height) > tolerance,
  )
  const page = pages[odd]
  if (page)
    return refuse(
      'Every page must be US letter, 8.5 × 11 inches upright; ' +
        `page ${odd + 1} is ${inches(page.width)} × ${inches(page.height)} inches.`,
    )
  return count
}
