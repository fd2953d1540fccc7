/** An expression of a calculated field, as a tree. */
export type Expression =
  | { kind: 'value'; value: number | string | boolean | null }
  | { kind: 'path'; names: string[] }
  | { kind: 'negative'; of: Expression }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression }
  | { kind: 'choice'; test: Expression; then: Expression; else: Expression }
  | { kind: 'call'; name: string; given: Expression[] }

/** Why an expression cannot be read; the message says where. */
export class ExpressionFault extends Error {}

type Token = { kind: 'number' | 'text' | 'name' | 'sign' | 'end'; text: string; at: number }

const maxLength = 2_000
const maxDepth = 50
const tokenPattern =
  /\s*(?:(\d+(?:\.\d+)?)|"([^"]*)"|'([^']*)'|`([^`]*)`|(\$?[\p{L}_][\p{L}\p{N}_]*)|(!=|<=|>=|[-+*/%&=<>?:(),.]))/uy

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < text.trimEnd().length) {
    const at = tokenPattern.lastIndex
    const found = tokenPattern.exec(text)
    if (!found)
      throw new ExpressionFault(`“${text.slice(at).trim().slice(0, 20)}” is not understood.`)
    const [, number, double, single, quotedName, name, sign] = found
    const quoted = double ?? single
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at })
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted, at })
    else if (quotedName !== undefined) tokens.push({ kind: 'name', text: quotedName, at })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at })
    else tokens.push({ kind: 'sign', text: sign ?? '', at })
  }
  tokens.push({ kind: 'end', text: '', at: text.length })
  return tokens
}

/** How strongly an operator binds, as in JSONata. */
const strengths: Record<string, number> = {
  or: 1,
  and: 2,
  '=': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  in: 3,
  '+': 4,
  '-': 4,
  '&': 4,
  '*': 5,
  '/': 5,
  '%': 5,
}
const constants = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])

class Parser {
  readonly #tokens: Token[]
  #index = 0
  #depth = 0

  constructor(text: string) {
    this.#tokens = tokensOf(text)
  }

  whole(): Expression {
    const expression = this.#choice()
    if (this.#next.kind !== 'end') throw this.#unexpected()
    return expression
  }

  get #next(): Token {
    return this.#tokens[this.#index] ?? { kind: 'end', text: '', at: 0 }
  }

  #unexpected(): ExpressionFault {
    const { kind, text } = this.#next
    return new ExpressionFault(
      kind === 'end' ? 'It ends too early.' : `“${text}” is not expected here.`,
    )
  }

  /** Goes on behind a sign; false when something else is next. */
  #take(sign: string): boolean {
    if (this.#next.kind !== 'sign' || this.#next.text !== sign) return false
    this.#index += 1
    return true
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw this.#unexpected()
  }

  #choice(): Expression {
    this.#depth += 1
    if (this.#depth > maxDepth) throw new ExpressionFault('It is nested too deeply.')
    const test = this.#binary(1)
    let result = test
    if (this.#take('?')) {
      const then = this.#choice()
      this.#expect(':')
      result = { kind: 'choice', test, then, else: this.#choice() }
    }
    this.#depth -= 1
    return result
  }

  #binary(weakest: number): Expression {
    let left = this.#unary()
    for (;;) {
      const { kind, text } = this.#next
      const strength = kind === 'sign' || kind === 'name' ? strengths[text] : undefined
      if (strength === undefined || strength < weakest) return left
      this.#index += 1
      left = { kind: 'binary', operator: text, left, right: this.#binary(strength + 1) }
    }
  }

  #unary(): Expression {
    let signs = 0
    while (this.#take('-')) signs += 1
    const of = this.#primary()
    return signs % 2 === 1 ? { kind: 'negative', of } : of
  }

  #primary(): Expression {
    const token = this.#next
    if (this.#take('(')) {
      const inner = this.#choice()
      this.#expect(')')
      return inner
    }
    if (token.kind === 'end' || token.kind === 'sign') throw this.#unexpected()
    this.#index += 1
    if (token.kind === 'number') return { kind: 'value', value: Number(token.text) }
    if (token.kind === 'text') return { kind: 'value', value: token.text }
    const constant = constants.get(token.text)
    if (constant !== undefined) return { kind: 'value', value: constant }
    return token.text.startsWith('$') ? this.#call(token.text) : this.#path(token.text)
  }

  #call(name: string): Expression {
    this.#expect('(')
    const given: Expression[] = []
    if (this.#take(')')) return { kind: 'call', name, given }
    do given.push(this.#choice())
    while (this.#take(','))
    this.#expect(')')
    return { kind: 'call', name, given }
  }

  #path(first: string): Expression {
    const names = [first]
    while (this.#take('.')) {
      if (this.#next.kind !== 'name') throw this.#unexpected()
      names.push(this.#next.text)
      this.#index += 1
    }
    return { kind: 'path', names }
  }
}

/**
 * Reads an expression of a calculated field: the part of JSONata that computes with a form's values
 * (docs/form-schema.md). Throws `ExpressionFault`. It is small, because it is part of every form.
 */
export function parseExpression(text: string): Expression {
  if (text.length > maxLength)
    throw new ExpressionFault(`It is longer than ${maxLength} characters.`)
  if (text.trim() === '') throw new ExpressionFault('It is empty.')
  return new Parser(text).whole()
}

/** The names of the fields that an expression reads, each once: the first of each path. */
export function namesIn(expression: Expression): string[] {
  const names = new Set<string>()
  const visit = (one: Expression): void => {
    if (one.kind === 'path') names.add(one.names[0] ?? '')
    else if (one.kind === 'negative') visit(one.of)
    else if (one.kind === 'binary') for (const side of [one.left, one.right]) visit(side)
    else if (one.kind === 'choice') for (const part of [one.test, one.then, one.else]) visit(part)
    else if (one.kind === 'call') for (const part of one.given) visit(part)
  }
  visit(expression)
  return [...names]
}

/** The names of the functions that an expression calls. */
export function callsIn(expression: Expression): { name: string; given: number }[] {
  switch (expression.kind) {
    case 'call': {
      const own = { name: expression.name, given: expression.given.length }
      return [own, ...expression.given.flatMap(callsIn)]
    }
    case 'negative':
      return callsIn(expression.of)
    case 'binary':
      return [expression.left, expression.right].flatMap(callsIn)
    case 'choice':
      return [expression.test, expression.then, expression.else].flatMap(callsIn)
    case 'value':
    case 'path':
      return []
  }
}
