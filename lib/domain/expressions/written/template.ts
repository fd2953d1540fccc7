import { callOf, isChain, partsOf, pathIn, readTree, sameTree, type Node } from './tree.ts'

/** How a value is written: a function of value-functions.ts, and its style. */
export type ValueFormat = {
  kind: 'date' | 'amount' | 'list'
  style: string
  /** Of a list: how each of its entries is written. */
  entries?: { kind: 'date' | 'amount'; style: string }
}

/** A value in a text. */
export type InsertedValue = {
  /** Where it is in the data: `start.patient.name`. */
  path: string
  format?: ValueFormat
  /** What is written in place of an empty value. */
  otherwise?: string
  /** Written as the path alone, as people do in code; `null` prints as it is. */
  bare?: true
}

/** A part of a text: words, or a value from the data. */
export type TemplatePart = { text: string } | { value: InsertedValue }

const isText = (part: TemplatePart): part is { text: string } => 'text' in part

function formatted({ path, format }: InsertedValue): string {
  if (!format) return path
  const { kind, style, entries } = format
  const ofEntries = entries
    ? `, ${JSON.stringify(entries.kind)}, ${JSON.stringify(entries.style)}`
    : ''
  const zone = kind === 'date' || entries?.kind === 'date' ? ', run.timeZone' : ''
  return `$${kind}(${path}, ${JSON.stringify(style)}${ofEntries}${zone})`
}

function valueText(value: InsertedValue): string {
  const { format, otherwise, bare } = value
  if (otherwise !== undefined) return `$text(${formatted(value)}, ${JSON.stringify(otherwise)})`
  return format || bare ? formatted(value) : `$text(${value.path})`
}

/** The parts without empty texts, and with texts that follow each other as one. */
export function joinedParts(parts: TemplatePart[]): TemplatePart[] {
  const joined: TemplatePart[] = []
  for (const part of parts) {
    const before = joined.at(-1)
    if (!isText(part)) joined.push(part)
    else if (before && isText(before)) joined[joined.length - 1] = { text: before.text + part.text }
    else if (part.text !== '') joined.push(part)
  }
  return joined
}

/** The expression of a text with values. Without any value it is a literal text. */
export function writeTemplate(parts: TemplatePart[]): string {
  const joined = joinedParts(parts)
  const written = joined.map((part) =>
    isText(part) ? JSON.stringify(part.text) : valueText(part.value),
  )
  const [only] = joined
  if (!only) return '""'
  // A format writes nothing for no value; a text in front makes it an empty text.
  const isFormat = !isText(only) && only.value.format && only.value.otherwise === undefined
  return joined.length === 1 && isFormat ? `"" & ${written[0]}` : written.join(' & ')
}

const textOf = (node: Node | undefined): string | undefined =>
  node?.type === 'string' ? String(node.value) : undefined

function readFormat(node: Node): InsertedValue | undefined {
  for (const kind of ['date', 'amount', 'list'] as const) {
    const [value, how, ofEntries, howEntries] = callOf(node, kind) ?? []
    const path = pathIn(value)
    const style = textOf(how)
    if (path === undefined || style === undefined) continue
    const entryKind = kind === 'list' ? textOf(ofEntries) : undefined
    const entryStyle = textOf(howEntries)
    if (entryStyle === undefined || (entryKind !== 'date' && entryKind !== 'amount'))
      return { path, format: { kind, style } }
    return { path, format: { kind, style, entries: { kind: entryKind, style: entryStyle } } }
  }
  return undefined
}

function readValue(node: Node): InsertedValue | undefined {
  const bare = pathIn(node)
  if (bare !== undefined) return { path: bare, bare: true }
  const [inner, otherwise] = callOf(node, 'text') ?? []
  if (!inner) return readFormat(node)
  const path = pathIn(inner)
  const value = path === undefined ? readFormat(inner) : { path }
  if (!value || !otherwise) return value
  return otherwise.type === 'string' ? { ...value, otherwise: String(otherwise.value) } : undefined
}

function readPart(node: Node): TemplatePart | undefined {
  if (node.type === 'string') return { text: String(node.value) }
  const value = readValue(node)
  return value && { value }
}

/**
 * The parts of an expression that is a text with values; undefined for any other. It is one only if
 * writing the parts again gives the same expression, so that nothing of it is lost.
 */
export function readTemplate(expression: string): TemplatePart[] | undefined {
  const tree = readTree(expression)
  if (!tree) return undefined
  const parts: TemplatePart[] = []
  for (const node of isChain(tree, '&') ? partsOf(tree) : [tree]) {
    const part = readPart(node)
    if (!part) return undefined
    parts.push(part)
  }
  const joined = joinedParts(parts)
  return sameTree(readTree(writeTemplate(joined)), tree) ? joined : undefined
}
