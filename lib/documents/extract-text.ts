import { convert } from 'html-to-text'
import mammoth from 'mammoth'
import { extractText as extractPdf, getDocumentProxy } from 'unpdf'
import { ApiError } from '#lib/domain/api-error'

/** Longest text kept, in characters. */
const maxCharacters = 2_000_000
/** A small archive can hold gigabytes. */
const maxUnpackedBytes = 200 * 1024 * 1024

const refuse = (message: string): never => {
  throw ApiError.invalid([{ path: 'file', message }])
}

async function pdfText(bytes: Uint8Array): Promise<string> {
  // A plain copy: pdf.js refuses Buffers, and takes the memory of what it is given.
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }).catch((error: unknown) =>
    refuse(
      error instanceof Error && error.name === 'PasswordException'
        ? 'This PDF is encrypted. Save it without a password and upload it again.'
        : 'This file is not a readable PDF.',
    ),
  )
  try {
    const { text } = await extractPdf(document, { mergePages: true })
    return text
  } finally {
    await document.cleanup()
  }
}

/** The size of everything in a ZIP archive once unpacked, as its directory tells (APPNOTE 4.3.12). */
function unpackedSize(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let size = 0
  for (let at = buffer.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0 && at + 28 <= buffer.length; at = buffer.indexOf('PK\x01\x02', at + 4, 'latin1')) size += buffer.readUInt32LE(at + 24)
  return size
}

async function docxText(bytes: Uint8Array): Promise<string> {
  if (unpackedSize(bytes) > maxUnpackedBytes) return refuse('This Word document is larger than 200 MB when unpacked.')
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) }).catch(() => refuse('This file is not a readable Word document (DOCX).'))
  return value
}

function plainText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse('This text is not UTF-8. Save it as UTF-8 and upload it again.')
  }
}

const readers: Record<string, (bytes: Uint8Array) => Promise<string> | string> = {
  pdf: pdfText,
  docx: docxText,
  html: (bytes) => convert(plainText(bytes), { wordwrap: false }),
  htm: (bytes) => convert(plainText(bytes), { wordwrap: false }),
  md: plainText,
  markdown: plainText,
  txt: plainText,
}

/**
 * The text of a document, by the ending of its name: PDF, DOCX, HTML, Markdown or plain text. Throws a 400 that says why there is none: another kind of
 * file, encrypted, damaged, or without any text (a scan).
 */
export async function extractText(fileName: string, bytes: Uint8Array): Promise<string> {
  const ending = fileName.toLowerCase().split('.').at(-1) ?? ''
  const read = readers[ending] ?? refuse('Upload a PDF, DOCX, HTML, Markdown or plain text file; its name must end in .pdf, .docx, .html, .md or .txt.')
  const text = (await read(bytes)).replaceAll('\u0000', '').replaceAll('\r\n', '\n').trim()
  if (text === '') return refuse('There is no text in this document. A scan must be made searchable (OCR) first.')
  if (text.length > maxCharacters) return refuse('This document has more than 2 million characters of text.')
  return text
}
