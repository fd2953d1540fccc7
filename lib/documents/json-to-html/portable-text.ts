import { toHTML, type PortableTextHtmlComponents } from '@portabletext/to-html'
import type { Citations } from './citations.ts'
import { element, escapeHtml, imageHtml } from './html.ts'
import { sourceOf } from './prose-mirror.ts'
import { isFields, refuse, textOf } from './refuse.ts'

type Blocks = Parameters<typeof toHTML>[0]

/**
 * Converts Portable Text (portabletext.org) to HTML; tables have the shape of the common table
 * plugin (`rows[].cells[]`). Throws 400 for a block without a `_type`.
 */
export function portableTextHtml(blocks: unknown[], citations: Citations): string {
  for (const [index, block] of blocks.entries()) checkBlock(block, String(index))
  const cite = (value: unknown): string => citations.mention(sourceOf(isFields(value) ? value : {}))
  const components: Partial<PortableTextHtmlComponents> = {
    types: {
      table: ({ value }) => tableHtml(value, citations),
      image: ({ value }) =>
        isFields(value) ? imageHtml(textOf(value, 'url'), textOf(value, 'alt')) : '',
      citation: ({ value }) => cite(value),
    },
    marks: {
      citation: ({ value, children }) => children + cite(value),
      link: ({ value, children }) =>
        element('a', { href: textOf(isFields(value) ? value : {}, 'href', 'url') }, children),
    },
    unknownType: ({ value }) =>
      refuse(
        '_type',
        `"${String(isFields(value) ? value['_type'] : value)}" is not a type of ` +
          'block that can be shown.',
      ),
    unknownMark: ({ children }) => children,
  }
  return toHTML(blocks as Blocks, { components, onMissingComponent: false })
}

/** Refuses blocks that the library renders as nothing: their text would be lost. */
function checkBlock(block: unknown, path: string): void {
  if (!isFields(block) || typeof block['_type'] !== 'string')
    return refuse(path, 'A block of Portable Text is an object with a "_type".')
  if (block['_type'] !== 'block') return
  const { children } = block
  if (!Array.isArray(children))
    return refuse(`${path}.children`, 'A block has its text in "children", a list of spans.')
  for (const [index, child] of children.entries()) {
    const childPath = `${path}.children.${index}`
    if (!isFields(child) || typeof child['_type'] !== 'string')
      refuse(childPath, 'A child of a block is an object with a "_type", such as "span".')
    else if (child['_type'] === 'span' && typeof child['text'] !== 'string')
      refuse(`${childPath}.text`, 'A span has a "text".')
  }
}

function tableHtml(value: unknown, citations: Citations): string {
  const rows: unknown[] =
    isFields(value) && Array.isArray(value['rows'])
      ? value['rows']
      : refuse('rows', 'A table has a list of "rows".')
  const cellHtml = (cell: unknown): string => {
    if (Array.isArray(cell)) return portableTextHtml(cell, citations)
    if (typeof cell === 'object' && cell !== null)
      return refuse('cells', 'A cell of a table is a text or a list of blocks.')
    return escapeHtml(String(cell ?? ''))
  }
  const rowHtml = (row: unknown): string => {
    const cells: unknown = isFields(row) ? row['cells'] : row
    if (!Array.isArray(cells))
      return refuse('rows', 'A row of a table is a list of cells, or has one in "cells".')
    return element('tr', {}, cells.map((cell) => element('td', {}, cellHtml(cell))).join(''))
  }
  return element('table', {}, element('tbody', {}, rows.map(rowHtml).join('')))
}
