import { Lexer, Parser } from 'marked'
import { refuse } from './refuse.ts'

/** A long answer of a language model has about 50,000 characters. */
const maxCharacters = 200_000
/** Deeper than any text for people. The parser is recursive: it uses stack for each level. */
const maxDepth = 100
/**
 * The parser compares each emphasis sign of a text with the others of the same text: its time
 * grows with the sum of the squares of their numbers. This limit is half a second.
 */
const maxSignPairs = 10_000_000

/** Matches the quotes and list items that one line opens: `> - 1. text` opens three. */
const openings = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/
const opening = />|[-*+](?=[ \t]|$)|\d[.)](?=[ \t]|$)/g

/**
 * Converts Markdown (GitHub flavored) to HTML that is not sanitized yet. The cost is bounded before
 * parsing. Throws 400 for text that is too long, nested too deeply, or has too much emphasis.
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
    // Lists can also be nested by indentation; then the stack is the limit.
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
