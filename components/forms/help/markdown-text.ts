/** A piece of a text with marks: words, or marked words that may have marks themselves. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'em' | 'code'; pieces: Piece[] }
  | { kind: 'link'; href: string; pieces: Piece[] }

export type Block =
  | { kind: 'paragraph'; pieces: Piece[] }
  | { kind: 'list'; ordered: boolean; items: Piece[][] }

const safeAddress = /^(?:https?:\/\/|mailto:|tel:)[^\s<>"]+$/i

type Mark = { pattern: RegExp; piece(found: RegExpExecArray, depth: number): Piece | undefined }
const marks: Mark[] = [
  {
    pattern: /`([^`]+)`/,
    piece: ([, text = '']) => ({ kind: 'code', pieces: [{ kind: 'text', text }] }),
  },
  {
    pattern: /\[([^\]]+)\]\(([^()\s]+)\)/,
    piece: ([, text = '', href = ''], depth) =>
      safeAddress.test(href) ? { kind: 'link', href, pieces: inline(text, depth) } : undefined,
  },
  {
    pattern: /\*\*(?=\S)(.+?)\*\*/,
    piece: ([, text = ''], depth) => ({ kind: 'strong', pieces: inline(text, depth) }),
  },
  {
    pattern:
      /(?<![\p{L}\d*])\*([^*\s][^*]*)\*(?![\p{L}\d*])|(?<![\p{L}\d_])_([^_\s][^_]*)_(?![\p{L}\d_])/u,
    piece: ([, star, line], depth) => ({ kind: 'em', pieces: inline(star ?? line ?? '', depth) }),
  },
  {
    pattern: /https?:\/\/[^\s<>()"]+[^\s<>()".,;:!?]/,
    piece: ([href = '']) => ({ kind: 'link', href, pieces: [{ kind: 'text', text: href }] }),
  },
]
const maxDepth = 5

function inline(text: string, depth = 0): Piece[] {
  if (depth > maxDepth) return [{ kind: 'text', text }]
  let first: { found: RegExpExecArray; piece: Piece } | undefined
  for (const { pattern, piece } of marks) {
    const found = pattern.exec(text)
    if (!found || (first && found.index >= first.found.index)) continue
    const made = piece(found, depth + 1)
    if (made) first = { found, piece: made }
  }
  if (!first) return text === '' ? [] : [{ kind: 'text', text }]
  const { found, piece } = first
  return [
    ...(found.index > 0 ? [{ kind: 'text' as const, text: text.substring(0, found.index) }] : []),
    piece,
    ...inline(text.slice(found.index + found[0].length), depth),
  ]
}

/**
 * Reads the Markdown of help texts: paragraphs, lists, **bold**, *italic*, `code` and links to
 * safe addresses. Everything else, such as HTML, stays the text that it is. It is small, because it
 * is part of every form.
 */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let words: string[] = []
  const endParagraph = () => {
    if (words.length > 0) blocks.push({ kind: 'paragraph', pieces: inline(words.join('\n')) })
    words = []
  }
  for (const line of text.split('\n')) {
    const item = /^\s*(?:([-*•])|\d+[.)])\s+(.*)$/.exec(line)
    if (item) {
      endParagraph()
      const ordered = item[1] === undefined
      const last = blocks.at(-1)
      const pieces = inline(item[2] ?? '')
      if (last?.kind === 'list' && last.ordered === ordered) last.items.push(pieces)
      else blocks.push({ kind: 'list', ordered, items: [pieces] })
    } else if (line.trim() === '') endParagraph()
    else words.push(line.trim())
  }
  endParagraph()
  return blocks
}
