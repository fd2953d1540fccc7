import jsonata from 'jsonata'
import { parseEffort } from '../expression-effort.ts'
import { outsideTexts } from './outside-texts.ts'
import { pathOf, type Place } from './path.ts'

/** A node of JSONata's syntax tree, in the full form that its published type leaves out. */
export type Node = { type: string; value?: unknown; [part: string]: unknown }

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** A chain of one of these means the same however it is put in brackets. */
const chains = new Set(['&', 'and', 'or'])

/** The tree of an expression in its plain form; undefined when it cannot be read, or has comments. */
export function readTree(text: string): Node | undefined {
  // The tree has no comments, so writing it again would lose them.
  if (outsideTexts(text).includes('/*')) return undefined
  try {
    parseEffort(text)
    return plainTree(jsonata(text).ast()) as Node
  } catch {
    return undefined
  }
}

/**
 * The tree without what does not change its meaning: positions, and brackets around one expression.
 * A chain is one node with all its `parts`.
 */
function plainTree(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainTree)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => name !== 'position')
  const node = Object.fromEntries(entries.map(([name, part]) => [name, plainTree(part)]))
  const inner = node['expressions']
  const isBrackets = node['type'] === 'block' && Object.keys(node).length === 2
  if (isBrackets && Array.isArray(inner) && inner.length === 1) return inner[0]
  const operator = String(node['value'])
  if (node['type'] !== 'binary' || !chains.has(operator)) return node
  const sides = [node['lhs'], node['rhs']] as Node[]
  const parts = sides.flatMap((side) => (isChain(side, operator) ? partsOf(side) : [side]))
  return { type: 'chain', value: operator, parts }
}

export const isChain = (node: Node, operator: string): boolean =>
  node.type === 'chain' && node.value === operator

export const partsOf = (node: Node): Node[] => node['parts'] as Node[]

/** Whether both mean the same; the order of a node's parts in memory does not count. */
export const sameTree = (one: unknown, other: unknown): boolean => inOrder(one) === inOrder(other)

const inOrder = (tree: unknown): string =>
  JSON.stringify(tree, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/** The numbers in `[0][2]` behind a name; undefined for any other filter. */
function entryNumbers(stages: unknown): number[] | undefined {
  const numbers = (stages as { type?: unknown; expr?: Node }[]).map(({ type, expr }) =>
    type === 'filter' && expr?.type === 'number' ? expr.value : undefined,
  )
  return numbers.every((number) => typeof number === 'number') ? numbers : undefined
}

/**
 * The place that a node names; undefined for any other node. A mark of the path that is no part of a
 * place (`x[]`) is left out: who writes the place again compares the trees.
 */
function placeOf(node: unknown): Place | undefined {
  if (!isNode(node) || node.type !== 'path' || !Array.isArray(node['steps'])) return undefined
  const place: Place = []
  for (const step of node['steps'] as Node[]) {
    if (step.type !== 'name') return undefined
    place.push(String(step.value))
    const stages = step['stages'] ?? step['predicate']
    if (stages === undefined) continue
    const numbers = entryNumbers(stages)
    if (numbers === undefined) return undefined
    place.push(...numbers)
  }
  return place
}

/** The path that a node names, as `pathOf` writes it. */
export function pathIn(node: unknown): string | undefined {
  const place = placeOf(node)
  return place && pathOf(place)
}

/** The place that a text names; undefined when it is no plain path. */
export function placeOfText(path: string): Place | undefined {
  const tree = readTree(path)
  const place = placeOf(tree)
  return place && sameTree(readTree(pathOf(place)), tree) ? place : undefined
}

/** The arguments of a call of this function; undefined for any other node. */
export function callOf(node: unknown, name: string): Node[] | undefined {
  if (!isNode(node) || node.type !== 'function' || node.value !== '(') return undefined
  const procedure = node['procedure'] as Node
  return procedure.type === 'variable' && procedure.value === name
    ? (node['arguments'] as Node[])
    : undefined
}

/** The sides of an operator; undefined for any other node. */
export function sidesOf(node: Node): { operator: string; left: Node; right: Node } | undefined {
  if (node.type !== 'binary') return undefined
  return { operator: String(node.value), left: node['lhs'] as Node, right: node['rhs'] as Node }
}
