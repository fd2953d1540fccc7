import { inShort, kindOf, shortText, type ValueKind } from './value-words.ts'

type Schema = Record<string, unknown>

/** A value with its name, at the top of a tree. */
export type ValueRoot = {
  /** What an expression calls it; undefined for values that expressions do not read. */
  path: string | undefined
  label: string
  /** Not there when it is not known; `why` says why. */
  value?: unknown
  why?: string
  schema?: Schema
  /** Where it came from, in a word. */
  mark?: string
}

/** One line of a tree of values. */
export type ValueRow = {
  id: string
  level: number
  label: string
  path: string | undefined
  kind: ValueKind
  /** The value in short, or why it is not known. */
  text: string
  /** The value itself, to be copied. */
  value: unknown
  canOpen: boolean
  isOpen: boolean
  /** A long text, which its open line shows whole. */
  whole: string | undefined
  mark: string | undefined
}

/** Items of a list that are shown. */
export const shownItems = 50
/** Lines that a search looks at, and levels. */
const searched = 4000
const deepest = 12

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A name as JSONata writes it. */
const quotedName = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) && !['and', 'or', 'in', 'null', 'true', 'false'].includes(name)
    ? name
    : `\`${name}\``

type Node = ValueRoot & { id: string; level: number }

const schemaOf = (schema: Schema | undefined, name: string): Schema | undefined => {
  const properties = schema?.['properties']
  const own = isObject(properties) ? properties[name] : undefined
  return isObject(own) ? own : undefined
}

/** The lines below one: its fields, those of its schema too, or its items. */
function childrenOf({ id, level, path, value, schema, why, ...node }: Node): Node[] {
  const below = { level: level + 1, ...(why === undefined ? {} : { why }) }
  if (Array.isArray(value))
    return value.slice(0, shownItems).map((item: unknown, index) => ({
      ...below,
      id: `${id}/${index}`,
      label: `${index + 1}`,
      path: path === undefined ? undefined : `${path}[${index}]`,
      value: item,
      ...(isObject(schema?.['items']) ? { schema: schema['items'] } : {}),
    }))
  const given = isObject(value) ? Object.keys(value) : []
  const known = isObject(schema?.['properties']) ? Object.keys(schema['properties']) : []
  const isKnown = 'value' in node || value !== undefined || why === undefined
  if (value !== undefined && value !== null && !isObject(value)) return []
  return [...new Set([...known, ...given])].map((name) => {
    const own = schemaOf(schema, name)
    const title = own?.['title']
    return {
      ...below,
      id: `${id}/${name}`,
      label: typeof title === 'string' && title !== '' ? title : name,
      path: path === undefined ? undefined : `${path}.${quotedName(name)}`,
      ...(isKnown ? { value: isObject(value) ? value[name] : undefined } : {}),
      ...(own ? { schema: own } : {}),
    }
  })
}

function rowOf(node: Node, isOpen: boolean): ValueRow {
  const { id, level, label, path, value, why, mark } = node
  const isUnknown = why !== undefined
  const kind = isUnknown ? 'unknown' : kindOf(value)
  const whole =
    typeof value === 'string' && (value.length > shortText || value.includes('\n'))
      ? value
      : undefined
  return {
    id,
    level,
    label,
    path,
    kind,
    text: isUnknown ? why : inShort(value),
    value,
    canOpen: whole !== undefined || (level < deepest && childrenOf(node).length > 0),
    isOpen,
    whole: isOpen ? whole : undefined,
    mark: level === 1 ? mark : undefined,
  }
}

const topOf = (roots: ValueRoot[]): Node[] =>
  roots.map((root, index) => ({ ...root, id: `${index}:${root.path ?? root.label}`, level: 1 }))

/** The lines of the trees: below a line that is open are its fields. */
export function valueRows(roots: ValueRoot[], isOpen: (row: ValueRow) => boolean): ValueRow[] {
  const walk = (node: Node): ValueRow[] => {
    const row = rowOf(node, false)
    if (!row.canOpen || !isOpen(row)) return [row]
    return [rowOf(node, true), ...childrenOf(node).flatMap(walk)]
  }
  return topOf(roots).flatMap(walk)
}

/** The lines that have every word in their names, path or value, and those around them. */
export function foundRows(roots: ValueRoot[], text: string): ValueRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  let left = searched
  const walk = (node: Node, around: string): ValueRow[] => {
    left -= 1
    if (left < 0) return []
    const row = rowOf(node, false)
    const names = `${around} ${node.label}`
    const read = row.kind === 'list' || row.kind === 'fields' ? '' : String(node.value ?? '')
    const all = `${names} ${node.path ?? ''} ${read}`.toLowerCase()
    const below = row.level < deepest ? childrenOf(node).flatMap((one) => walk(one, names)) : []
    if (below.length > 0) return [rowOf(node, true), ...below]
    return words.every((word) => all.includes(word)) ? [row] : []
  }
  return topOf(roots).flatMap((root) => walk(root, ''))
}
