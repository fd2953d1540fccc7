import type { Definition, Edge, Group, Note, Step } from '../definition.ts'
import { isExpression } from '../is-expression.ts'
import {
  edgeKey,
  isJsonObject,
  isSameJson,
  type DraftChange,
  type DraftPath,
  type JsonObject,
} from './change.ts'

/** The changes that make `to` of `from`, in an order in which they can be applied. */
export function differences(from: Definition, to: Definition): DraftChange[] {
  if (from === to) return []
  return [
    ...valueChanges(['startData'], from.startData, to.startData),
    ...stepChanges(from.steps, to.steps),
    ...valueChanges(['settings'], from.settings, to.settings),
    ...entryChanges('notes', from.notes ?? {}, to.notes ?? {}, noteChanges),
    ...entryChanges('groups', from.groups ?? {}, to.groups ?? {}, groupChanges),
  ]
}

/** Notes and groups merge one by one, and by their fields. */
function entryChanges<Entry>(
  part: 'notes' | 'groups',
  from: Record<string, Entry>,
  to: Record<string, Entry>,
  fieldChanges: (path: DraftPath, from: Entry, to: Entry) => DraftChange[],
): DraftChange[] {
  if (from === to) return []
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((id) => {
    const path = [part, id]
    const old = from[id]
    const now = to[id]
    if (old === now) return []
    return old && now ? fieldChanges(path, old, now) : wholeChange(path, old, now)
  })
}

/** A place and a size of a note change as a whole. */
const noteChanges = (path: DraftPath, from: Note, to: Note): DraftChange[] => [
  ...valueChanges([...path, 'text'], from.text, to.text),
  ...wholeChange([...path, 'kind'], from.kind, to.kind),
  ...wholeChange([...path, 'position'], from.position, to.position),
  ...wholeChange([...path, 'size'], from.size, to.size),
]

const groupChanges = (path: DraftPath, from: Group, to: Group): DraftChange[] => [
  ...wholeChange([...path, 'name'], from.name, to.name),
  ...wholeChange([...path, 'colour'], from.colour, to.colour),
]

function stepChanges(from: Step[], to: Step[]): DraftChange[] {
  if (from === to) return []
  const before = new Map(from.map((step) => [step.id, step]))
  const after = new Set(to.map((step) => step.id))
  const removed = from.filter(({ id }) => !after.has(id))
  return [
    ...removed.map(({ id }): DraftChange => ({ kind: 'remove', path: ['steps', id] })),
    ...to.flatMap((step, index): DraftChange[] => {
      const old = before.get(step.id)
      if (old) return changesOfStep(old, step)
      const behind = to[index - 1]?.id ?? null
      return [{ kind: 'set', path: ['steps', step.id], to: step, behind }]
    }),
    ...moves(
      from.filter(({ id }) => after.has(id)).map(({ id }) => id),
      to.map(({ id }) => id),
      before,
    ),
  ]
}

function changesOfStep(from: Step, to: Step): DraftChange[] {
  if (from === to) return []
  const path = ['steps', to.id]
  const { after: edgesBefore, position: placeBefore, ...before } = from
  const { after: edges, position: place, ...rest } = to
  return [
    ...keyChanges(path, before, rest),
    ...edgeChanges([...path, 'after'], edgesBefore, edges),
    ...wholeChange([...path, 'position'], placeBefore, place),
  ]
}

/** The order of a step's connections means nothing, so they are compared as a set. */
function edgeChanges(path: DraftPath, from: Edge[], to: Edge[]): DraftChange[] {
  if (from === to) return []
  const before = new Set(from.map(edgeKey))
  const after = new Set(to.map(edgeKey))
  const removed = [...before].filter((key) => !after.has(key))
  const added = to.filter((edge) => !before.has(edgeKey(edge)))
  return [
    ...removed.map((key): DraftChange => ({ kind: 'remove', path: [...path, key] })),
    ...added.map((edge): DraftChange => ({
      kind: 'set',
      path: [...path, edgeKey(edge)],
      to: edge,
    })),
  ]
}

const wholeChange = (path: DraftPath, from: unknown, to: unknown): DraftChange[] => {
  if (isSameJson(from, to)) return []
  return [to === undefined ? { kind: 'remove', path } : { kind: 'set', path, to }]
}

const keysOf = (value: JsonObject): string[] =>
  Object.keys(value).filter((key) => value[key] !== undefined)

/**
 * Whether the keys of `to` stand as they do when those of `from` stay in their order and new ones
 * follow. The order of a form's fields is the order of their keys.
 */
function keepsOrder(from: JsonObject, to: JsonObject): boolean {
  const stay = keysOf(from).filter((key) => to[key] !== undefined)
  const keys = keysOf(to)
  return stay.every((key, index) => keys[index] === key)
}

function keyChanges(path: DraftPath, from: JsonObject, to: JsonObject): DraftChange[] {
  const keys = new Set([...keysOf(from), ...keysOf(to)])
  return [...keys].flatMap((key) => valueChanges([...path, key], from[key], to[key]))
}

function valueChanges(path: DraftPath, from: unknown, to: unknown): DraftChange[] {
  if (from === to) return []
  const canMerge =
    isJsonObject(from) && isJsonObject(to) && !isExpression(from) && !isExpression(to)
  if (canMerge && keepsOrder(from, to)) return keyChanges(path, from, to)
  if (typeof from === 'string' && typeof to === 'string') return textChanges(path, from, to)
  return wholeChange(path, from, to)
}

/** A text of several lines changes by the lines between its first and its last changed one. */
function textChanges(path: DraftPath, from: string, to: string): DraftChange[] {
  if (!from.includes('\n') || !to.includes('\n')) return [{ kind: 'set', path, to }]
  const before = from.split('\n')
  const after = to.split('\n')
  const most = Math.min(before.length, after.length)
  let at = 0
  while (at < most && before[at] === after[at]) at += 1
  let rest = 0
  while (rest < most - at && before.at(-1 - rest) === after.at(-1 - rest)) rest += 1
  const insert = after.slice(at, after.length - rest)
  return [{ kind: 'lines', path, at, remove: before.length - rest - at, insert }]
}

/** The places of the longest rising row of numbers. */
function longestRising(numbers: number[]): Set<number> {
  /** For each length, the place of the smallest number that ends a row of it. */
  const ends: number[] = []
  const previous: (number | undefined)[] = []
  const at = (place: number | undefined): number => numbers[place ?? -1] ?? -1
  numbers.forEach((number, place) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (at(ends[middle]) < number) low = middle + 1
      else high = middle
    }
    previous[place] = low > 0 ? ends[low - 1] : undefined
    ends[low] = place
  })
  const row = new Set<number>()
  for (let place = ends.at(-1); place !== undefined; place = previous[place]) row.add(place)
  return row
}

/** The fewest moves of steps that were there before; new ones are put in their place when added. */
function moves(from: string[], to: string[], before: ReadonlyMap<string, unknown>): DraftChange[] {
  const stayed = to.filter((id) => before.has(id))
  if (stayed.every((id, index) => id === from[index])) return []
  const rank = new Map(from.map((id, index) => [id, index]))
  const still = longestRising(stayed.map((id) => rank.get(id) ?? 0))
  const moved = new Set(stayed.filter((_, index) => !still.has(index)))
  return to.flatMap((id, index): DraftChange[] =>
    moved.has(id) || (!before.has(id) && moved.size > 0)
      ? [{ kind: 'move', step: id, behind: to[index - 1] ?? null }]
      : [],
  )
}
