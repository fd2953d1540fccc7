import { toHTML, type PortableTextHtmlComponents } from '@portabletext/to-html'
import type { Citations } from './citations.ts'
import { element, escapeHtml } from './html.ts'
import { sourceOf } from './prose-mirror.ts'
import { isFields, refuse, textOf } from './refuse.ts'

type Blocks = Parameters<typeof toHTML>[0]

/** Portable Text (portabletext.org) as HTML; tables in the shape of the common table plugin (`rows[].cells[]`). Throws 400 for a block without a `_type`. */
export function portableTextHtml(blocks: unknown[], citations: Citations): string {
  for (const [index, block] of blocks.entries())
    if (!isFields(block) || typeof block['_type'] !== 'string') refuse(String(index), 'A block of Portable Text is an object with a "_type".')
  const cite = (value: unknown): string => citations.mention(sourceOf(isFields(value) ? value : {}))
  const components: Partial<PortableTextHtmlComponents> = {
    types: {
      table: ({ value }) => tableHtml(value, citations),
      image: ({ value }) => (isFields(value) && textOf(value, 'url') ? `<img src="${escapeHtml(textOf(value, 'url') ?? '')}" alt="${escapeHtml(textOf(value, 'alt') ?? '')}" />` : ''),
      citation: ({ value }) => cite(value),
    },
    marks: {
      citation: ({ value, children }) => children + cite(value),
      link: ({ value, children }) => element('a', { href: textOf(isFields(value) ? value : {}, 'href', 'url') }, children),
    },
    unknownType: ({ value }) => refuse('_type', `"${String(isFields(value) ? value['_type'] : value)}" is not a type of block that can be shown.`),
    unknownMark: ({ children }) => children,
  }
  return toHTML(blocks as Blocks, { components, onMissingComponent: false })
}

function tableHtml(value: unknown, citations: Citations): string {
  const rows = isFields(value) && Array.isArray(value['rows']) ? value['rows'] : []
  const cellHtml = (cell: unknown): string => (Array.isArray(cell) ? portableTextHtml(cell, citations) : escapeHtml(typeof cell === 'object' ? '' : String(cell ?? '')))
  const rowHtml = (row: unknown): string => {
    const cells: unknown[] = isFields(row) && Array.isArray(row['cells']) ? row['cells'] : Array.isArray(row) ? row : []
    return element('tr', {}, cells.map((cell) => element('td', {}, cellHtml(cell))).join(''))
  }
  return element('table', {}, element('tbody', {}, rows.map(rowHtml).join('')))
}
