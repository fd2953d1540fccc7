import { createHash } from 'node:crypto'
import { askTemplates } from '#lib/documents/templates/ask-templates'
import { maxUnpackedBytes, type LiquidPart } from '#lib/documents/templates/messages'
import { ApiError } from '#lib/domain/api-error'
import type { TemplateField, TemplateSource, WrittenSource } from '#lib/domain/template/template'
import { fits, type TemplateKind } from '#lib/domain/template/template-words'
import { formPlaceholders } from './pdf-form.ts'

/** What a version of a template is made of, checked and with its placeholders. */
export type Content = { source: TemplateSource; content: Buffer | null; fields: TemplateField[] }
type From = { organizationId: string; signal?: AbortSignal }

/** The parts of a written template, as they are filled. */
export function partsOf(source: WrittenSource): LiquidPart[] {
  const parts: LiquidPart[] = []
  const add = (name: string, text: string, html: boolean) => {
    if (text.trim() !== '') parts.push({ name, text, html })
  }
  if (source.format === 'mail') {
    add('subject', source.subject, false)
    add('text', source.text, false)
    add('HTML', source.html, true)
  } else if (source.format === 'html') {
    add('HTML', source.html, true)
    add('header', source.header, true)
    add('footer', source.footer, true)
  } else add('text', source.text, false)
  return parts
}

function requireKind(kind: TemplateKind, { format }: TemplateSource): void {
  if (fits(kind, format)) return
  const message = `A template of the kind “${kind}” cannot be “${format}”.`
  throw ApiError.invalid([{ path: 'source.format', message }])
}

/** Reads a written template. Throws 400 with the problems of its placeholders. */
export async function readWritten(
  kind: TemplateKind,
  source: WrittenSource,
  from: From,
): Promise<Content> {
  requireKind(kind, source)
  const parts = partsOf(source)
  const { fields } = await askTemplates('inspect', { do: 'inspect liquid', parts }, from)
  return { source, content: null, fields }
}

type UploadedFile = { fileName: string; bytes: Buffer }

/** The kind of an uploaded template, by its name and first bytes. Throws 400 for other files. */
function kindOfUpload({ fileName, bytes }: UploadedFile) {
  const begin = bytes.subarray(0, 1024).toString('latin1')
  if (begin.startsWith('PK\u0003\u0004') && /\.docx$/i.test(fileName))
    return { kind: 'document', format: 'docx' } as const
  // Word files with a password, and those before 2007: their reader says which, and what to do.
  if (begin.startsWith('\u00d0\u00cf\u0011\u00e0') && /\.(docx?|dot)$/i.test(fileName))
    return { kind: 'document', format: 'docx' } as const
  if (begin.includes('%PDF-') && /\.pdf$/i.test(fileName))
    return { kind: 'pdf', format: 'form' } as const
  const message =
    'Upload a Word document or a fillable PDF; its name must end in .docx or .pdf. A text or HTML ' +
    'is written in the page.'
  throw ApiError.invalid([{ path: 'file', message }])
}

/** Reads an uploaded template. Throws 400 with all problems of its placeholders. */
export async function readUploaded(
  file: UploadedFile,
  from: From,
): Promise<Content & { kind: TemplateKind }> {
  const { kind, format } = kindOfUpload(file)
  const { fileName, bytes } = file
  const fields =
    format === 'form' ? await formPlaceholders(bytes, from) : await docxPlaceholders(bytes, from)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const source = { format, fileName, size: bytes.length, sha256 }
  return { kind, source, content: bytes, fields }
}

async function docxPlaceholders(bytes: Buffer, from: From): Promise<TemplateField[]> {
  const request = { do: 'inspect docx', maxBytes: maxUnpackedBytes } as const
  return (await askTemplates('inspect', request, { ...from, bytes })).fields
}
