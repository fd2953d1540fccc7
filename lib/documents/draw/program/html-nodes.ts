import sanitizeHtml from 'sanitize-html'
import { drawnHtml } from '../drawn-html.ts'

export type HtmlElement = { tag: string; attributes: Record<string, string>; children: HtmlNode[] }
export type HtmlNode = string | HtmlElement

/** As the sanitizer writes it: each element closed, each value in quotation marks and escaped. */
const token = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)/g
const attribute = /([a-z-]+)(?:="([^"]*)")?/g
const voids = new Set(['img', 'br', 'hr', 'wbr', 'col'])
const signs: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
const plain = (text: string) => text.replace(/&(?:lt|gt|quot|amp);/g, (sign) => signs[sign] ?? sign)

/** Reads HTML as elements that may be drawn; others are left out, with their text kept. */
export function htmlNodes(html: string): HtmlNode[] {
  const root: HtmlElement = { tag: 'div', attributes: {}, children: [] }
  const open = [root]
  for (const [, end, tag, attributes = '', text] of sanitizeHtml(html, drawnHtml).matchAll(token)) {
    const parent = open.at(-1) ?? root
    if (tag === undefined) parent.children.push(plain(text ?? ''))
    else if (end) {
      if (open.length > 1) open.pop()
    } else {
      const found = [...attributes.matchAll(attribute)]
      const given = found.map(([, name = '', value = '']) => [name, plain(value)] as const)
      const element: HtmlElement = { tag, attributes: Object.fromEntries(given), children: [] }
      parent.children.push(element)
      if (!voids.has(tag)) open.push(element)
    }
  }
  return root.children
}

/** The text of a node and of all that is in it. */
export const textOf = (node: HtmlNode): string =>
  typeof node === 'string' ? node : node.children.map(textOf).join('')
