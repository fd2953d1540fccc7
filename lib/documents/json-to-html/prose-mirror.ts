import type { Citations, Source } from './citations.ts'
import { element, escapeHtml, imageHtml } from './html.ts'
import { isFields, refuse, textOf } from './refuse.ts'

type Attributes = Record<string, unknown>
type Write = (attributes: Attributes, content: string, place: Place) => string
type Place = { path: string; depth: number; citations: Citations }

/** Deeper than any document of a person; protects the stack from a hostile one. */
const maxDepth = 100

const whole = (value: unknown, min: number, max: number): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined
}
const wrapped =
  (tag: string): Write =>
  (_attributes, content) =>
    element(tag, {}, content)
const cell =
  (tag: 'td' | 'th'): Write =>
  ({ colspan, rowspan }, content) =>
    element(tag, { colspan: spanOf(colspan), rowspan: spanOf(rowspan) }, content)
const spanOf = (value: unknown): number | undefined => whole(value, 2, 1000)

/**
 * The nodes of ProseMirror's basic schema, its lists and tables, and TipTap's, by name in lower
 * case without underscores.
 */
const nodes: Record<string, Write> = {
  doc: (_attributes, content) => content,
  paragraph: wrapped('p'),
  heading: ({ level }, content) => element(`h${whole(level, 1, 6) ?? 1}`, {}, content),
  blockquote: wrapped('blockquote'),
  horizontalrule: () => '<hr />',
  hardbreak: () => '<br />',
  codeblock: (_attributes, content) => element('pre', {}, element('code', {}, content)),
  bulletlist: wrapped('ul'),
  orderedlist: ({ order, start }, content) =>
    element('ol', { start: whole(order ?? start, 2, 1_000_000) }, content),
  listitem: wrapped('li'),
  tasklist: wrapped('ul'),
  taskitem: ({ checked }, content) =>
    element('li', {}, `${checked === true ? '☑' : '☐'} ${content}`),
  table: (_attributes, content) => element('table', {}, element('tbody', {}, content)),
  tablerow: wrapped('tr'),
  tablecell: cell('td'),
  tableheader: cell('th'),
  image: ({ src, alt, title }) => imageHtml(src, typeof alt === 'string' ? alt : title),
  mention: (attributes) => escapeHtml(`@${textOf(attributes, 'label', 'id') ?? ''}`),
}

/**
 * Marks, outermost first, so that the order of marks in the document does not change the HTML.
 */
const marks: [string[], Write][] = [
  [
    ['link'],
    ({ href }, content) => (typeof href === 'string' ? element('a', { href }, content) : content),
  ],
  [['bold', 'strong'], wrapped('strong')],
  [['italic', 'em'], wrapped('em')],
  [['underline'], wrapped('u')],
  [['strike', 'strikethrough'], wrapped('s')],
  [['subscript'], wrapped('sub')],
  [['superscript'], wrapped('sup')],
  [['highlight'], wrapped('mark')],
  [['code'], wrapped('code')],
]

/**
 * Converts a ProseMirror or TipTap node with its content to HTML. Throws 400 for a value that is no
 * node, is nested too deeply, or has neither a known type nor content.
 */
export function proseMirrorHtml(node: unknown, place: Place): string {
  const { path, depth, citations } = place
  if (depth > maxDepth) refuse(path, `This document is nested more than ${maxDepth} levels deep.`)
  if (!isFields(node) || typeof node['type'] !== 'string')
    return refuse(path, 'A node of a document is an object with a "type".')
  const type = plain(node['type'])
  const attributes = isFields(node['attrs']) ? node['attrs'] : {}
  if (type === 'text') return marked(node, place)
  if (type.startsWith('citation') || type === 'footnote')
    return citations.mention(sourceOf(attributes))
  refuseForeign(node, path)
  const content = contentOf(node['content'], place, type === 'codeblock')
  const write = Object.hasOwn(nodes, type) ? nodes[type] : undefined
  if (write) return write(attributes, content, place)
  // A custom node: its text is converted, its appearance is not known.
  if (content === '')
    refuse(
      `${path}.type`,
      `"${node['type']}" is not a type of node that can be shown, and it has no content.`,
    )
  return content
}

/** The fields in which documents of other editors have what is in `content` and `attrs` here. */
const foreignFields = ['children', 'nodes', 'blocks', 'text', 'value', 'html', 'data', 'src', 'url']

/** Refuses nodes of other kinds of documents: their text would be lost. */
function refuseForeign(node: Attributes, path: string): void {
  if (node['content'] !== undefined && node['content'] !== null) return
  const foreign = foreignFields.find((name) => !isEmpty(node[name]))
  if (foreign === undefined) return
  refuse(
    path ? `${path}.${foreign}` : foreign,
    `A ProseMirror node has its text in "content" and the rest in "attrs", not in "${foreign}".`,
  )
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

const plain = (type: string): string => type.replaceAll('_', '').toLowerCase()

function contentOf(content: unknown, { path, depth, citations }: Place, code: boolean): string {
  if (content === undefined || content === null) return ''
  if (!Array.isArray(content))
    return refuse(`${path}.content`, 'The content of a node is a list of nodes.')
  const parts = content.map((child, index) => {
    const childPath = `${path}.content.${index}`
    return code && isFields(child) && typeof child['text'] === 'string'
      ? escapeHtml(child['text'])
      : proseMirrorHtml(child, { path: childPath, depth: depth + 1, citations })
  })
  return parts.join('')
}

function marked(node: Record<string, unknown>, { path, citations }: Place): string {
  if (typeof node['text'] !== 'string') return refuse(`${path}.text`, 'A text node has a "text".')
  const given = Array.isArray(node['marks']) ? node['marks'].filter(isFields) : []
  const attributesOf = (names: string[]) =>
    given.find((mark) => typeof mark['type'] === 'string' && names.includes(plain(mark['type'])))
  let html = escapeHtml(node['text'])
  for (const [names, write] of marks.toReversed()) {
    const mark = attributesOf(names)
    if (mark)
      html = write(isFields(mark['attrs']) ? mark['attrs'] : {}, html, {
        path,
        depth: 0,
        citations,
      })
  }
  const cited = given.filter(
    (mark) => typeof mark['type'] === 'string' && plain(mark['type']).startsWith('citation'),
  )
  return (
    html +
    cited
      .map((mark) => citations.mention(sourceOf(isFields(mark['attrs']) ? mark['attrs'] : {})))
      .join('')
  )
}

/** Reads a citation's attributes, by any of the names that editors use. */
export function sourceOf(attributes: Attributes): Source {
  const page = textOf(attributes, 'page', 'pageNumber', 'page_number')
  return {
    title: textOf(
      attributes,
      'title',
      'label',
      'source',
      'documentTitle',
      'document_title',
      'name',
    ),
    url: textOf(attributes, 'url', 'href'),
    quote: textOf(attributes, 'quote', 'citedText', 'cited_text', 'text', 'content'),
    where: page === undefined ? textOf(attributes, 'where', 'location') : `page ${page}`,
  }
}
