import { ApiError } from '#lib/domain/api-error'
import type { TooCostly } from './ask-program.ts'
import { cleanText } from './clean-text.ts'
import { readDocument, type ReadOptions } from './read-document.ts'
import { maxCharacters, type TextFormat } from './reader-messages.ts'

const refuse = (message: string): never => {
  throw ApiError.invalid([{ path: 'file', message }])
}
const otherKind =
  'Upload a PDF, DOCX, HTML, Markdown or plain text file; ' +
  'its name must end in .pdf, .docx, .html, .md or .txt.'
const noText = 'There is no text in this document. A scan must be made searchable (OCR) first.'
const simpler = 'Split it, or save its text as plain text (.txt) and upload that.'

const tooCostly: Record<TooCostly, string> = {
  deadline: `This document takes too much time to read. ${simpler}`,
  memory: `This document takes too much memory to read. ${simpler}`,
  died: `This document cannot be read; it may be damaged. ${simpler}`,
}

function requireUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse('This text is not UTF-8. Save it as UTF-8 and upload it again.')
  }
}

async function textOf(
  format: TextFormat,
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<string> {
  const read = await readDocument({ do: 'text', format }, bytes, options)
  if (read.did !== 'text') return refuse(tooCostly[read.did === 'nothing' ? read.why : 'died'])
  return read.found.type === 'text' ? read.found.text : refuse(read.found.message)
}

type Reader = (bytes: Uint8Array, options: ReadOptions) => Promise<string> | string

const plain: Reader = (bytes) => cleanText(requireUtf8(bytes))
const html: Reader = (bytes, options) => {
  requireUtf8(bytes)
  return textOf('html', bytes, options)
}
const readers = new Map<string, Reader>([
  ['pdf', (bytes, options) => textOf('pdf', bytes, options)],
  ['docx', (bytes, options) => textOf('docx', bytes, options)],
  ...['html', 'htm'].map((ending) => [ending, html] as const),
  ...['md', 'markdown', 'txt'].map((ending) => [ending, plain] as const),
])

/**
 * Extracts the text of a document. The extension of its name gives the format: PDF, DOCX, HTML,
 * Markdown or plain text. All but the last two are read in a separate process (read-document.ts).
 * @throws ApiError 400 that says why there is no text: another kind of file, encrypted, damaged, a
 *   scan, or too costly to read; `rate_limited` and `unavailable` as `readDocument`
 */
export async function extractText(
  fileName: string,
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<string> {
  const reader = readers.get(fileName.toLowerCase().split('.').at(-1) ?? '')
  const text = reader ? await reader(bytes, options) : refuse(otherKind)
  if (text === '') return refuse(noText)
  if (text.length > maxCharacters)
    return refuse('This document has more than 2 million characters of text.')
  return text
}
