import { cleanText } from '../clean-text.ts'
import { maxCharacters, type FoundText, type TextFormat } from '../reader-messages.ts'
import { docxText } from './docx-text.ts'
import { oldOfficeOf } from './old-office.ts'
import { readPdfPages } from './pdf-pages.ts'
import { openPdf } from './pdfium.ts'
import { Refused, refuse, sentences } from './refused.ts'
import { openArchive, TooLarge } from './unzip.ts'

/** A small archive can unpack to gigabytes. */
const maxUnpackedBytes = 200 * 1024 * 1024

const noDocx = 'This file is not a readable Word document (DOCX).'
const largeDocx = 'This Word document is larger than 200 MB when unpacked.'
const { nested } = sentences

/** Page by page, no further than is kept. */
async function pdfText(bytes: Buffer): Promise<string> {
  const pdf = await openPdf(bytes)
  let text = ''
  for (let page = 1; page <= pdf.count && text.length <= maxCharacters; page += 1)
    text += `${readPdfPages(pdf, page, 1)[0]?.text ?? ''}\n\n`
  return text
}

async function wordText(bytes: Buffer): Promise<string> {
  const old = oldOfficeOf(bytes)
  if (old) refuse(old === 'encrypted' ? sentences.encryptedDocx : sentences.oldDocx)
  try {
    return await docxText(openArchive(bytes, maxUnpackedBytes))
  } catch (error) {
    if (error instanceof TooLarge) return refuse(largeDocx)
    if (error instanceof RangeError && /call stack/.test(error.message)) return refuse(nested)
    return refuse(noDocx)
  }
}

async function htmlText(bytes: Buffer): Promise<string> {
  const { convert } = await import('html-to-text')
  try {
    // Without the library's own limit, which cuts silently; this process has a limit.
    const limits = { maxInputLength: bytes.length + 1 }
    return convert(new TextDecoder().decode(bytes), { wordwrap: false, limits })
  } catch (error) {
    if (error instanceof RangeError) return refuse(nested)
    throw error
  }
}

const readers: Record<TextFormat, (bytes: Buffer) => Promise<string>> = {
  pdf: pdfText,
  docx: wordText,
  html: htmlText,
}

/** Extracts the text of a document, cut just above the limit; or answers why there is none. */
export async function textOf(format: TextFormat, bytes: Buffer): Promise<FoundText> {
  try {
    const text = cleanText(await readers[format](bytes))
    return { type: 'text', text: text.slice(0, maxCharacters + 1) }
  } catch (error) {
    if (error instanceof Refused) return { type: 'refused', message: error.message }
    throw error
  }
}
