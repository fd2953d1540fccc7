import { element, escapeHtml } from './html.ts'

/**
 * The source of a citation; at least one field is set. `where` is a place in it, such as "page 3".
 */
export type Source = {
  title?: string | undefined
  url?: string | undefined
  quote?: string | undefined
  where?: string | undefined
}

/**
 * The sources of one document, numbered in the order of their first mention. A source has one
 * number. Every mention in the text links to the list at the end, and the list links back to the
 * first mention.
 */
export class Citations {
  readonly #sources: Source[] = []
  readonly #numbers = new Map<string, number>()

  /** Renders a mention in the text: `[1]`, linked to the list. */
  mention(source: Source): string {
    const key = JSON.stringify(keyOf(source))
    const known = this.#numbers.get(key)
    if (known !== undefined) return mark(known, false)
    this.#numbers.set(key, this.#sources.push(source))
    return mark(this.#sources.length, true)
  }

  /** Renders the numbered list at the end of the document; empty without citations. */
  list(): string {
    if (this.#sources.length === 0) return ''
    const items = this.#sources.map((source, index) =>
      element(
        'li',
        { id: `cite-${index + 1}` },
        `${entry(source)} <a href="#ref-${index + 1}">↩</a>`,
      ),
    )
    return element('section', { class: 'citations' }, element('ol', {}, items.join('')))
  }
}

const keyOf = ({ title, url, quote, where }: Source) => [
  title ?? '',
  url ?? '',
  quote ?? '',
  where ?? '',
]

function mark(number: number, first: boolean): string {
  return element(
    'sup',
    {},
    element(
      'a',
      { href: `#cite-${number}`, id: first ? `ref-${number}` : undefined },
      `[${number}]`,
    ),
  )
}

function entry({ title, url, quote, where }: Source): string {
  const name = title ?? url ?? 'Source'
  const parts = [
    url === undefined ? escapeHtml(name) : element('a', { href: url }, escapeHtml(name)),
    where === undefined ? '' : `, ${escapeHtml(where)}`,
    quote === undefined ? '' : `: ${element('q', {}, escapeHtml(quote))}`,
  ]
  return parts.join('')
}
