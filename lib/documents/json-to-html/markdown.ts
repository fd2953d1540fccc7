import { Lexer, Parser } from 'marked'
import { refuse } from './refuse.ts'

/** A long answer of a language model has some 50,000 characters. */
const maxCharacters = 200_000
/** Deeper than any text a person reads. The parser calls itself for each level. */
const maxDepth = 100
/**
 * Emphasis is matched by looking from each of its signs at the others of the same text: the
 * parser's time grows with the sum of their squares. This much is half a second.
 */
const maxSignPairs = 10_000_000

/** The quotes and list items that one line opens: `> - 1. text` opens three. */
const openings = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/
const opening = />|[-*+](?=[ \t]|$)|\d[.)](?=[ \t]|$)/g

/**
 * Markdown (GitHub's kind) as HTML that is not sanitized yet. Its cost is bounded before it is
 * parsed. Throws 400 for text that is too long, nested too deeply, or has too much emphasis.
 */
export function markdownToHtml(markdown: string): string {
  if (markdown.length > maxCharacters)
    refuse('text', `The text may have at most ${maxCharacters} characters. Send it in parts.`)
  const source = markdown.replaceAll(/\r\n?/g, '\n')
  for (const line of source.split('\n')) {
    const opened = openings.exec(line)?.[0].match(opening)?.length ?? 0
    if (opened > maxDepth) tooDeep()
  }
  const lexer = new Lexer()
  try {
    lexer.blockTokens(source, lexer.tokens)
    checkEmphasis(lexer.inlineQueue.map(({ src }) => src))
    for (const { src, tokens } of lexer.inlineQueue) lexer.inlineTokens(src, tokens)
    return Parser.parse(lexer.tokens)
  } catch (error) {
    // Lists can be nested by indentation too; the stack is then the bound.
    if (error instanceof Error && error.message.startsWith('Maximum call stack')) tooDeep()
    throw error
  }
}

function tooDeep(): never {
  refuse('text', `Quotes and lists in the text are nested more than ${maxDepth} levels deep.`)
}

function checkEmphasis(texts: string[]): void {
  let pairs = 0
  for (const text of texts) pairs += (text.match(/[*_~]+/g)?.length ?? 0) ** 2
  if (pairs > maxSignPairs)
    refuse('text', 'The text has too many signs of emphasis (*, _, ~) in one paragraph.')
}
