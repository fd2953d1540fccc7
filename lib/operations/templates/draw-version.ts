import { drawPdf } from '#lib/documents/draw/draw-pdf'
import { escapeHtml } from '#lib/documents/json-to-html/html'
import { askTemplates, type AskOptions } from '#lib/documents/templates/ask-templates'
import { maxUnpackedBytes } from '#lib/documents/templates/messages'
import { ApiError } from '#lib/domain/api-error'
import { dataIssues, nestedData, unusedNames } from '#lib/domain/template/fill-data'
import { cutText } from '#lib/domain/text'
import type { HtmlSource, TemplateField, WrittenSource } from '#lib/domain/template/template'
import type { TemplateKind } from '#lib/domain/template/template-words'
import { partsOf, type Content } from './content.ts'
import { fillFormFields } from './pdf-form.ts'
import { withPictures } from './pictures.ts'

/** What a filled template is: a file, or texts. `html` of a file is for looking at it. */
export type Drawn = {
  file: { bytes: Buffer; mimeType: string; ending: string } | null
  subject: string | null
  text: string | null
  html: string | null
}

export type DrawInput = Content & {
  name: string
  kind: TemplateKind
  data: Record<string, unknown>
  /** Placeholders of an earlier version: data for those that are gone is no mistake. */
  before?: readonly TemplateField[]
  /** A filled PDF form becomes one that nobody can change. */
  flatten?: boolean
  /** What `now` means in the template: the same when a step is repeated. */
  at: Date
  timeZone: string
}
type Options = Pick<AskOptions, 'organizationId' | 'group' | 'signal'>

const nothing = { file: null, subject: null, text: null, html: null }
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** What the data lacks for the placeholders, and the names that no placeholder has. */
export function issuesOf({
  fields,
  before = [],
  source,
  data,
}: Pick<DrawInput, 'fields' | 'before' | 'source' | 'data'>) {
  return [
    ...dataIssues(fields, nestedData(data), source.format),
    ...unusedNames([...fields, ...before], data),
  ].slice(0, 50)
}

const wholePage = (title: string, body: string): string =>
  '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>' +
  `${escapeHtml(title)}</title><style>body{font:11pt/1.5 sans-serif;max-width:42em;margin:2em auto;` +
  'padding:0 1em}table{border-collapse:collapse}td,th{border:1px solid #999;padding:.3em .6em;' +
  `text-align:left}img{max-width:100%}</style></head><body>\n${body}\n</body></html>\n`

function drawHtml(name: string, html: string): Drawn {
  const bytes = Buffer.from(wholePage(name, html))
  return { ...nothing, html, file: { bytes, mimeType: 'text/html', ending: 'html' } }
}

const pdfFile = (bytes: Buffer): Drawn => ({
  ...nothing,
  file: { bytes, mimeType: 'application/pdf', ending: 'pdf' },
})

/** Points (1/72 inch). */
const margins = { narrow: 36, normal: 72, wide: 108 }

async function drawPages(
  { page, language = 'en-US' }: HtmlSource,
  parts: Record<string, string>,
  { name, at }: DrawInput,
  { organizationId, signal }: Options,
): Promise<Drawn> {
  const margin = margins[page.margins ?? 'normal']
  const drawn = await drawPdf({
    html: parts['HTML'] ?? '',
    header: parts['header'] ?? '',
    footer: parts['footer'] ?? '',
    title: name,
    language,
    page: {
      size: page.size,
      orientation: page.landscape ? 'landscape' : 'portrait',
      margins: { top: margin, right: margin, bottom: margin, left: margin },
    },
    at,
    organizationId,
    ...(signal ? { signal } : {}),
  })
  if (drawn.type === 'refused')
    throw ApiError.invalid([{ path: 'template', message: drawn.message }], drawn.message)
  return pdfFile(drawn.bytes)
}

async function drawWritten(
  source: WrittenSource,
  input: DrawInput,
  options: Options,
): Promise<Drawn> {
  const { name, kind, data, at, timeZone } = input
  const parts = partsOf(source)
  const clock = { at: at.toISOString(), timeZone }
  const request = { do: 'fill liquid', parts, data, clock } as const
  const { parts: filled } = await askTemplates('fill liquid', request, options)
  if (source.format === 'html')
    return kind === 'pdf'
      ? await drawPages(source, filled, input, options)
      : drawHtml(name, filled['HTML'] ?? '')
  const text = filled['text'] ?? ''
  if (source.format === 'text') return { ...nothing, text }
  const subject = (filled['subject'] ?? '').replaceAll(/\s+/g, ' ').trim()
  return { ...nothing, subject, text, html: filled['HTML'] ?? null }
}

/**
 * Fills a version of a template with data, in the process pool. The same input gives the same
 * bytes. Throws 400 with all that the data lacks and with the template's own problems, `rate_limited`
 * and `unavailable`.
 */
export async function drawVersion(input: DrawInput, options: Options): Promise<Drawn> {
  const issues = issuesOf(input)
  // A failed step shows the message: it names all of them.
  const message = issues.map((issue) => issue.message).join(' ')
  if (issues.length > 0) throw ApiError.invalid(issues, cutText(message, 2000))
  const data = await withPictures(options.organizationId, input.fields, nestedData(input.data))
  const { source, content } = input
  if (!('fileName' in source)) return await drawWritten(source, { ...input, data }, options)
  if (!content) throw new Error('the version has no file')
  if (source.format === 'form') {
    const { fields, flatten = false } = input
    return pdfFile(await fillFormFields(content, { ...options, fields, data, flatten }))
  }
  const request = { do: 'fill docx', maxBytes: maxUnpackedBytes, data } as const
  const filled = await askTemplates('fill docx', request, { ...options, bytes: content })
  const bytes = Buffer.from(filled.content, 'base64')
  return { ...nothing, file: { bytes, mimeType: docxType, ending: 'docx' } }
}

/** A Word document as HTML to look at, without its layout. */
export async function showDocument(bytes: Buffer, options: Options): Promise<string> {
  const request = { do: 'show docx', maxBytes: maxUnpackedBytes } as const
  return (await askTemplates('show docx', request, { ...options, bytes })).html
}
