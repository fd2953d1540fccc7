import mammoth from 'mammoth'
import sanitizeHtml from 'sanitize-html'
import { allowedHtml } from '#lib/domain/allowed-html'
import { openArchive } from '../../reader/unzip.ts'
import { maxFilledCharacters } from '../messages.ts'
import { refuse } from './refused.ts'

/** A Word document as HTML for a preview: its text, tables and pictures, without its layout. */
export async function showDocx(bytes: Buffer, maxBytes: number): Promise<string> {
  const archive = openArchive(bytes, maxBytes)
  const file = {
    exists: (name: string) => archive.has(name),
    async read(name: string, encoding?: string) {
      const content = archive.read(name)
      if (encoding === 'base64') return content.toString('base64')
      return encoding === undefined ? content : new TextDecoder(encoding).decode(content)
    },
  }
  const input: unknown = { file }
  const { value } = await mammoth.convertToHtml(input as { buffer: Buffer })
  const html = sanitizeHtml(value, {
    ...allowedHtml,
    allowedTags: [...allowedHtml.allowedTags, 'img'],
    allowedAttributes: { ...allowedHtml.allowedAttributes, img: ['src', 'alt'] },
    allowedSchemesByTag: { img: ['data'] },
  })
  return html.length > maxFilledCharacters ? refuse('', 'It is too large for a preview.') : html
}
