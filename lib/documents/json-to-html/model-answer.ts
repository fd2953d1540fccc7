import type { Citations, Source } from './citations.ts'
import { markdownToHtml } from './markdown.ts'
import { isFields, refuse, textOf } from './refuse.ts'

type Part = Record<string, unknown>
/** A citation and its offset in the text of the part. */
type Placed = { at: number; source: Source }

/**
 * Converts the content of a language model's answer: text parts in Markdown with citations, in
 * Anthropic's form (`citations` of a `text` part, placed after it) and OpenAI's (`annotations` of
 * an `output_text` part, with offsets).
 */
export function modelAnswerHtml(parts: unknown[], citations: Citations): string {
  const mentions: string[] = []
  const markdown = parts.map((part, index) => {
    if (!isFields(part) || typeof part['text'] !== 'string')
      return refuse(`${index}.text`, 'A part of an answer has a "text".')
    return withMarkers(
      part['text'],
      placedIn(part, part['text'].length),
      (source) => `${marker(mentions.push(citations.mention(source)) - 1)}`,
    )
  })
  const html = markdownToHtml(markdown.join(''))
  return html.replace(markers, (_whole, index: string) => mentions[Number(index)] ?? '')
}

/** Markers from Unicode's private use area; they are removed from the text first. */
const marker = (index: number): string => `\uE000${index}\uE001`
const markers = /\uE000(\d+)\uE001/g

function withMarkers(text: string, placed: Placed[], write: (source: Source) => string): string {
  let written = ''
  let from = 0
  for (const { at, source } of placed.toSorted((a, b) => a.at - b.at)) {
    written += clean(text.slice(from, at)) + write(source)
    from = Math.max(from, at)
  }
  return written + clean(text.slice(from))
}

const clean = (text: string): string => text.replace(/[\uE000\uE001]/g, '')

function placedIn(part: Part, length: number): Placed[] {
  const list = (name: string): Part[] =>
    Array.isArray(part[name]) ? part[name].filter(isFields) : []
  // The line breaks at the end of a part stay after its citations.
  const end = typeof part['text'] === 'string' ? part['text'].trimEnd().length : length
  return [
    ...list('citations').map((citation) => ({ at: end, source: anthropicSource(citation) })),
    ...list('annotations').map((annotation) => ({
      at: offsetOf(annotation, end),
      source: openAiSource(annotation),
    })),
  ]
}

function offsetOf(annotation: Part, end: number): number {
  const at = annotation['end_index'] ?? annotation['index']
  return typeof at === 'number' && at >= 0 && at <= end ? Math.floor(at) : end
}

function anthropicSource(citation: Part): Source {
  const from = textOf(citation, 'start_page_number')
  return {
    title: textOf(citation, 'document_title', 'title', 'source'),
    url: textOf(citation, 'url'),
    quote: textOf(citation, 'cited_text'),
    where: from === undefined ? undefined : `page ${from}`,
  }
}

const openAiSource = (annotation: Part): Source => ({
  title: textOf(annotation, 'title', 'filename', 'file_id'),
  url: textOf(annotation, 'url'),
})
