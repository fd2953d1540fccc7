import sanitizeHtml from 'sanitize-html'
import { allowedHtml } from '#lib/domain/allowed-html'
import { Citations } from './citations.ts'
import { modelAnswerHtml } from './model-answer.ts'
import { portableTextHtml } from './portable-text.ts'
import { proseMirrorHtml } from './prose-mirror.ts'
import { isFields, refuse } from './refuse.ts'

/**
 * Converts a JSON document to HTML: a ProseMirror or TipTap document (camelCase or snake_case
 * names), `{document}` around one, Portable Text, or the content of a language model's answer. Bold
 * text, headings, lists, tables and citations keep their form; citations become numbers with a list
 * at the end. The HTML is sanitized: no scripts, no event handlers, links only to http, https,
 * mailto, tel and places in the document. The same document gives the same HTML. Throws 400 that
 * names the place of what cannot be converted.
 */
export function jsonToHtml(document: unknown): string {
  const citations = new Citations()
  return sanitizeHtml(bodyOf(document, citations) + citations.list(), allowed)
}

function bodyOf(document: unknown, citations: Citations): string {
  if (Array.isArray(document)) return listHtml(document, citations)
  if (!isFields(document))
    return refuse(
      '',
      'The document is an object: a ProseMirror document, Portable Text or a model’s answer.',
    )
  const type = document['type']
  if (type === 'text' || type === 'output_text') return modelAnswerHtml([document], citations)
  if (typeof type === 'string' && type !== 'message')
    return proseMirrorHtml(document, { path: type === 'doc' ? 'doc' : type, depth: 0, citations })
  const inner = document['document'] ?? document['content']
  if (inner === undefined)
    return refuse(
      'type',
      'A document has a "type" (ProseMirror), is a list of blocks, or is in the field "document".',
    )
  return bodyOf(inner, citations)
}

function listHtml(parts: unknown[], citations: Citations): string {
  if (parts.length === 0) return ''
  const [first] = parts
  if (isFields(first) && '_type' in first) return portableTextHtml(parts, citations)
  const isText = (part: unknown) =>
    isFields(part) && (part['type'] === 'text' || part['type'] === 'output_text')
  if (parts.every(isText) && !parts.some((part) => isFields(part) && 'marks' in part))
    return modelAnswerHtml(parts, citations)
  return parts
    .map((part, index) => proseMirrorHtml(part, { path: String(index), depth: 0, citations }))
    .join('')
}

/** Allowed besides the common list: images of the document, and the list of citations. */
const allowed: sanitizeHtml.IOptions = {
  ...allowedHtml,
  allowedTags: [...allowedHtml.allowedTags, 'img'],
  allowedAttributes: { ...allowedHtml.allowedAttributes, img: ['src', 'alt'] },
  allowedClasses: { section: ['citations'] },
  allowedSchemesByTag: { img: ['https', 'data'] },
}
