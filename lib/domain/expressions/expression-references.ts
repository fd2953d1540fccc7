import type { ExprNode } from 'jsonata'
import { runFields } from './run-fields.ts'

/** What an expression reads, known from its syntax tree before it runs. */
export type References = {
  /** Ids of the steps named as `steps.<id>`. */
  steps: string[]
  /**
   * Only the computation decides which steps are read (`$lookup(steps, name)`, `steps.*`, `$$`), so
   * all of them count.
   */
  allSteps: boolean
  start: boolean
  /** Fields named right after `start`. */
  startFields: string[]
  /** The start data is also read as a whole, or in a way that is not known before. */
  wholeStart?: true
  /** Fields named right after `steps.<id>.output`; only for a single expression that names some. */
  outputFields?: { step: string; field: string }[]
  /** Fields named right after `run` that it does not have; only for a single expression. */
  unknownRunFields?: string[]
  run: boolean
  item: boolean
  error: boolean
  /** Names read from the context that it does not have, so they would always be empty. */
  unknown: string[]
}

/** The parser's nodes, in the full form that its published type leaves out. */
type Node = Omit<ExprNode, 'type'> & {
  type: string
  value?: unknown
  stages?: { expr?: Node }[]
  predicate?: { expr?: Node }[]
  index?: unknown
  focus?: unknown
}

type Found = {
  steps: Set<string>
  startFields: Set<string>
  outputFields: Map<string, { step: string; field: string }>
  unknownRunFields: Set<string>
  unknown: Set<string>
  wholeStart: boolean
  flags: { allSteps: boolean; start: boolean; run: boolean; item: boolean; error: boolean }
}

/**
 * A function that is called without an argument, or with one too few, takes the context, which at
 * the root is everything. These functions are exceptions or take it with one argument.
 */
const harmlessWithoutArguments = new Set(['now', 'millis', 'random'])
const contextWithOneArgument = new Set(['lookup', 'each', 'sift'])

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { type?: unknown }).type === 'string'

/** A node that stands for the whole context: `$$` anywhere, `$` where the context is the root. */
function isRoot(node: Node, root: boolean): boolean {
  if (
    node.type !== 'variable' ||
    node.stages ||
    node.predicate ||
    (node as { group?: unknown }).group
  )
    return false
  return node.value === '$' || (node.value === '' && root)
}

function everything(found: Found): void {
  Object.assign(found.flags, {
    allSteps: true,
    start: true,
    run: true,
    item: found.flags.item,
    error: found.flags.error,
  })
}

/** A name read from the root, and the names right after it, up to a filter or an index. */
function readName(found: Found, name: Node, rest: Node[]): void {
  const key = String(name.value)
  const after: string[] = []
  for (let node = name, at = 0; isPlain(node) && rest[at]?.type === 'name'; at++) {
    node = rest[at] as Node
    after.push(String(node.value))
  }
  const [first, second, third] = after
  if (key === 'steps') {
    if (first === undefined) found.flags.allSteps = true
    else found.steps.add(first)
    if (first !== undefined && second === 'output' && third !== undefined)
      found.outputFields.set(`${first} ${third}`, { step: first, field: third })
  } else if (key === 'start') {
    found.flags.start = true
    if (first === undefined) found.wholeStart = true
    else found.startFields.add(first)
  } else if (key === 'run' || key === 'item' || key === 'error') {
    found.flags[key] = true
    if (key === 'run' && first !== undefined && !runFields.has(first))
      found.unknownRunFields.add(first)
  } else found.unknown.add(key)
}

const isPlain = (node: Node): boolean =>
  !node.stages && node.index === undefined && node.focus === undefined

function walkPath(found: Found, steps: Node[], startsAtRoot: boolean): void {
  let root = startsAtRoot
  steps.forEach((step, index) => {
    const stays = isRoot(step, root)
    const last = index === steps.length - 1
    if (stays) {
      if (last) everything(found)
    } else if (step.type === 'name') {
      if (root) readName(found, step, steps.slice(index + 1, index + 4))
      walkParts(found, step, false)
    } else walk(found, step, root)
    root = stays
  })
}

/** Filters, sort terms, grouping: evaluated on the values of their node, so never on the root. */
function walkParts(found: Found, node: Node, root: boolean): void {
  for (const stage of [...(node.stages ?? []), ...(node.predicate ?? [])])
    if (stage.expr) walk(found, stage.expr, root)
}

function walkFunction(found: Found, node: Node, root: boolean): void {
  const name = node.procedure?.type === 'variable' ? String(node.procedure.value) : ''
  const count = node.arguments?.length ?? 0
  const takesContext =
    name !== '' &&
    (count === 0
      ? !harmlessWithoutArguments.has(name)
      : count === 1 && contextWithOneArgument.has(name))
  if (root && takesContext) everything(found)
}

function walk(found: Found, node: Node, root: boolean): void {
  if (node.type === 'path' && Array.isArray(node.steps)) {
    walkPath(found, node.steps as Node[], root)
    walkGroup(found, node)
    return
  }
  if (isRoot(node, root)) return everything(found)
  if (
    node.type === 'variable' &&
    (node.value === '$' || (node.value === '' && root) || node.value === 'eval')
  )
    everything(found)
  if ((node.type === 'wildcard' || node.type === 'descendant') && root) everything(found)
  // `%` may refer to the root; which level it means is not worth finding out.
  if (node.type === 'parent') everything(found)
  if (node.type === 'name' && root) readName(found, node, [])
  if (node.type === 'function' || node.type === 'partial') walkFunction(found, node, root)
  walkParts(found, node, false)
  walkGroup(found, node)
  const inside = node.type === 'transform' || node.type === 'sort' ? false : root
  for (const [key, value] of Object.entries(node)) {
    if (
      key === 'stages' ||
      key === 'predicate' ||
      key === 'group' ||
      key === 'slot' ||
      key === 'ancestor' ||
      key === 'seekingParent'
    )
      continue
    walkAny(found, value, inside)
  }
}

function walkGroup(found: Found, node: Node): void {
  const group = (node as { group?: { lhs?: unknown } }).group
  if (group) walkAny(found, group.lhs, false)
}

/** Children are in fields, lists, and lists of pairs; sort terms are wrapped once more. */
function walkAny(found: Found, value: unknown, root: boolean): void {
  if (Array.isArray(value)) for (const child of value) walkAny(found, child, root)
  else if (isNode(value)) walk(found, value, root)
  else if (
    typeof value === 'object' &&
    value !== null &&
    isNode((value as { expression?: unknown }).expression)
  )
    walk(found, (value as { expression: Node }).expression, root)
}

/**
 * Collects what the syntax tree reads. When in doubt it collects more, so that nothing is missing
 * at run time.
 */
export function referencesOfTree(tree: unknown): References {
  const flags = { allSteps: false, start: false, run: false, item: false, error: false }
  const found: Found = {
    wholeStart: false,
    steps: new Set(),
    startFields: new Set(),
    outputFields: new Map(),
    unknownRunFields: new Set(),
    unknown: new Set(),
    flags,
  }
  if (isNode(tree)) walk(found, tree, true)
  return {
    steps: [...found.steps],
    startFields: [...found.startFields],
    ...(found.wholeStart ? { wholeStart: true as const } : {}),
    ...(found.outputFields.size > 0 ? { outputFields: [...found.outputFields.values()] } : {}),
    ...(found.unknownRunFields.size > 0 ? { unknownRunFields: [...found.unknownRunFields] } : {}),
    unknown: [...found.unknown],
    ...flags,
  }
}

export const noReferences: References = referencesOfTree(undefined)
