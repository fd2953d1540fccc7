import { ExpressionError } from './expression-error.ts'

/** Characters of one expression. */
export const longestExpression = 20_000
/** Tokens of one expression: some steps of JSONata's parser take quadratic time in them. */
const maxTokens = 5_000
/** Units of effort of one expression; a unit is about a tenth of a microsecond. */
const maxEffort = 500_000
/** Units of effort of all expressions of a definition together. */
export const maxEffortTogether = 10_000_000
/** Units for each token, and for each copy of it. */
const perToken = 50
const perCopy = 10

const space = ' \t\n\r\v'
const operatorChars = '.[]{}(),@#;:?+-*/%|=<>^&!~'
const endsName = new Set(space + operatorChars)
const doubleOperators = ['..', ':=', '!=', '>=', '<=', '**', '~>', '?:', '??']
const closers: Record<string, string> = { ')': '(', ']': '[', '}': '{' }
const number = /-?(0|([1-9][0-9]*))(\.[0-9]+)?([Ee][-+]?[0-9]+)?/y

type Token = { kind: 'operator' | 'operand' | 'regex'; text: string; end: number }
/**
 * A bracket, or the text as a whole: whether it contains `??` or `?:`, and how deep they nest
 * inside.
 */
type Group = { opener: string; isFunction: boolean; hasDefault: boolean; inner: number }

const depthOf = ({ hasDefault, inner }: Group): number => inner + (hasDefault ? 1 : 0)

/** The end of a text in quotes, or undefined when it has none. */
function endOfText(text: string, from: number): number | undefined {
  const quote = text.charAt(from)
  for (let at = from + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++
    else if (text.charAt(at) === quote) return at + 1
  }
  return undefined
}

/** The end of a regular expression, found just as JSONata's tokenizer does. */
function endOfRegex(text: string, from: number): number | undefined {
  let depth = 0
  for (let at = from + 1; at < text.length; at++) {
    const char = text.charAt(at)
    const escaped = text.charAt(at - 1) === '\\'
    if (char === '/' && depth === 0) {
      let backslashes = 0
      while (text.charAt(at - backslashes - 1) === '\\') backslashes++
      if (backslashes % 2 === 0) return at + 1
    }
    if ('([{'.includes(char) && !escaped) depth++
    if (')]}'.includes(char) && !escaped) depth--
  }
  return undefined
}

/** The next token from here, which is no blank; undefined when the parser fails there. */
function tokenAt(text: string, from: number, regex: boolean): Token | undefined {
  const char = text.charAt(from)
  const operand = (end: number | undefined): Token | undefined =>
    end === undefined ? undefined : { kind: 'operand', text: text.slice(from, end), end }
  if (char === '/' && regex) {
    const end = endOfRegex(text, from)
    return end === undefined ? undefined : { kind: 'regex', text: '/', end }
  }
  const two = text.slice(from, from + 2)
  if (doubleOperators.includes(two)) return { kind: 'operator', text: two, end: from + 2 }
  if (operatorChars.includes(char)) return { kind: 'operator', text: char, end: from + 1 }
  if (char === '"' || char === "'") return operand(endOfText(text, from))
  number.lastIndex = from
  if (number.test(text)) return operand(number.lastIndex)
  if (char === '`') {
    const end = text.indexOf('`', from + 1)
    return end < 0 ? undefined : operand(end + 1)
  }
  let end = from
  while (end < text.length && !endsName.has(text.charAt(end))) end++
  return operand(end)
}

/** The position of the next token, after blanks and comments; undefined at the end. */
function skip(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at++) {
    if (space.includes(text.charAt(at))) continue
    if (!text.startsWith('/*', at)) return at
    const end = text.indexOf('*/', at + 2)
    if (end < 0) return undefined
    at = end + 1
  }
  return undefined
}

const functionNames = new Set(['function', 'λ', '`function`', '`λ`'])
/** After these signs `/` divides if they stand for a value, and otherwise starts a regex. */
const ambiguous = new Set(['*', '**', '%', 'and', 'or', 'in'])

/**
 * Reads an expression's tokens without parsing, as far as its parse may need them. When that is not
 * as certain as the parser's reading, the scan is `unsure` and assumes the worst.
 */
class Scan {
  readonly #text: string
  readonly #groups: Group[] = [{ opener: '', isFunction: false, hasDefault: false, inner: 0 }]
  #tokens = 0
  #unsure = false
  #before: Token | undefined
  /** An empty filter (`x[]`) has just ended. */
  #emptyFilter = false
  #hasFunction = false
  /** The parameters of a function have just ended. */
  #mayBeSignature = false
  #hasSort = false

  constructor(text: string) {
    this.#text = text
    let from = skip(text, 0)
    while (from !== undefined) {
      const token = tokenAt(text, from, text.charAt(from) === '/' && this.#mayBeRegex())
      if (!token) break
      this.#take(token)
      from = skip(text, token.end)
    }
    while (this.#groups.length > 1) this.#close()
  }

  get tokens(): number {
    return this.#unsure ? this.#text.length : this.#tokens
  }

  /** The maximum depth at which `??` and `?:` stand in the left sides of others. */
  get depth(): number {
    const [whole] = this.#groups
    if (!this.#unsure && whole) return depthOf(whole)
    return this.#text.match(/\?(?=[?:])/g)?.length ?? 0
  }

  /**
   * Whether a regular expression may start at this `/`. If it does not although an operator stands
   * before it, the parser fails right there.
   */
  #mayBeRegex(): boolean {
    const { kind, text } = this.#before ?? { kind: 'operator', text: '' }
    if (ambiguous.has(text)) this.#unsure = true
    else if (kind === 'operator' && !(text in closers)) return true
    // After a sort, an empty filter and a function's body it may start one.
    if (text === ')' && this.#hasSort) this.#unsure = true
    if (text === ']' && this.#emptyFilter) this.#unsure = true
    if (text === '}' && this.#hasFunction) this.#unsure = true
    return false
  }

  #take(token: Token): void {
    const { kind, text } = token
    const group = this.#groups.at(-1)
    this.#tokens += 1
    const beforeIt = this.#before
    this.#emptyFilter = text === ']' && beforeIt?.text === '['
    this.#before = token
    // In a transform `??` needs no brackets around it; in a signature brackets need not match.
    if (text === '|' || (text === '<' && this.#mayBeSignature)) this.#unsure = true
    this.#mayBeSignature = false
    if (kind !== 'operator') return
    this.#hasSort ||= text === '^'
    const calls = beforeIt?.kind === 'operand' && beforeIt.text
    const isFunction = text === '(' && functionNames.has(calls || '')
    this.#hasFunction ||= isFunction
    if ((text === '??' || text === '?:') && group) group.hasDefault = true
    if (text in closers && group?.opener !== closers[text]) this.#unsure = true
    else if (text in closers) {
      this.#mayBeSignature = group?.isFunction === true
      this.#close()
    } else if ('([{'.includes(text))
      this.#groups.push({ opener: text, isFunction, hasDefault: false, inner: 0 })
  }

  #close(): void {
    const closed = this.#groups.pop()
    const around = this.#groups.at(-1)
    if (closed && around) around.inner = Math.max(around.inner, depthOf(closed))
  }
}

const unitsOf = ({ tokens, depth }: Scan): number =>
  tokens * (perToken + perCopy * 2 ** Math.min(depth, 60))

/**
 * What the parse of an expression costs at most, in units of about a tenth of a microsecond,
 * counted from its text. JSONata's parser copies the left side of `??` and `?:`, so that each one
 * inside of another's left side doubles the work: thirty of them in brackets would take hours.
 * @throws ExpressionError `too_long` for a text whose parse would take too long.
 */
export function parseEffort(text: string): number {
  const long = (message: string) => new ExpressionError('too_long', message)
  const tooLong = 'Do this in several steps, or in a code step.'
  if (text.length > longestExpression)
    throw long(`The expression has more than ${longestExpression} characters. ${tooLong}`)
  const scan = new Scan(text)
  if (scan.tokens > maxTokens)
    throw long(`The expression has more than ${maxTokens} names, values and signs. ${tooLong}`)
  const effort = unitsOf(scan)
  if (effort > maxEffort)
    throw long(`The expression has too many ?? and ?: inside of each other. ${tooLong}`)
  return effort
}
