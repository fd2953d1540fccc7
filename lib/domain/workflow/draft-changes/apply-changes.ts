import type { Definition, Edge, Step } from '../definition.ts'
import {
  edgeKey,
  isJsonObject,
  type DraftChange,
  type DraftPath,
  type JsonObject,
  type LinesChange,
} from './change.ts'

/** The key of a step that holds its connections. */
const edgesKey = 'after'

/** The text with lines replaced; other values stay as they are. */
function withLines(value: unknown, { at, remove, insert }: LinesChange): unknown {
  if (typeof value !== 'string') return value
  const lines = value.split('\n')
  lines.splice(Math.min(at, lines.length), remove, ...insert)
  return lines.join('\n')
}

/** The object with the value at a path changed; objects that are missing on the way are made. */
function changedAt(value: unknown, path: DraftPath, change: DraftChange): unknown {
  const [key, ...rest] = path
  if (key === undefined) {
    if (change.kind === 'set') return change.to
    return change.kind === 'lines' ? withLines(value, change) : undefined
  }
  if (value !== undefined && !isJsonObject(value)) return value
  const object: JsonObject = value ?? {}
  const next = changedAt(Object.hasOwn(object, key) ? object[key] : undefined, rest, change)
  if (next === undefined && !Object.hasOwn(object, key)) return value
  const entries = Object.entries(object)
  if (next === undefined) return Object.fromEntries(entries.filter(([name]) => name !== key))
  const isNew = !Object.hasOwn(object, key)
  // By entries, so that no name of a field can reach an object's prototype.
  return Object.fromEntries(
    isNew
      ? [...entries, [key, next]]
      : entries.map(([name, old]) => [name, name === key ? next : old]),
  )
}

/** Whether a change is of a field of a note or group that is gone: what is gone stays gone. */
function isOfWhatIsGone(definition: Definition, [first, id, ...rest]: DraftPath): boolean {
  if ((first !== 'notes' && first !== 'groups') || id === undefined) return false
  return rest.length > 0 && !Object.hasOwn(definition[first] ?? {}, id)
}

function changedEdges(edges: Edge[], key: string, change: DraftChange): Edge[] {
  const others = edges.filter((edge) => edgeKey(edge) !== key)
  return change.kind === 'set' ? [...others, change.to as Edge] : others
}

function changedStep(step: Step, path: DraftPath, change: DraftChange): Step {
  const [field, key] = path
  if (field === edgesKey && key !== undefined)
    return { ...step, after: changedEdges(step.after, key, change) }
  return changedAt(step, path, change) as Step
}

/** The steps of a draft while changes are applied to them. */
class Steps {
  readonly #byId: Map<string, Step>
  #order: string[]

  constructor(steps: Step[]) {
    this.#byId = new Map(steps.map((step) => [step.id, step]))
    this.#order = steps.map(({ id }) => id)
  }

  list(): Step[] {
    return this.#order.flatMap((id) => this.#byId.get(id) ?? [])
  }

  apply(change: DraftChange): void {
    if (change.kind === 'move') {
      if (this.#byId.has(change.step)) this.#place(change.step, change.behind)
      return
    }
    const [, id, ...rest] = change.path
    if (id === undefined) return
    if (rest.length > 0) return this.#change(id, rest, change)
    if (change.kind === 'remove') return this.#remove(id)
    if (change.kind === 'set') this.#add(id, change.to as Step, change.behind)
  }

  #change(id: string, path: DraftPath, change: DraftChange): void {
    const step = this.#byId.get(id)
    if (step) this.#byId.set(id, changedStep(step, path, change))
  }

  #remove(id: string): void {
    if (!this.#byId.delete(id)) return
    this.#order = this.#order.filter((other) => other !== id)
  }

  /** Adds a step; one that is there already is replaced. Without `behind` it is the last one. */
  #add(id: string, step: Step, behind: string | null | undefined): void {
    const isNew = !this.#byId.has(id)
    this.#byId.set(id, step)
    if (isNew) this.#place(id, behind === undefined ? (this.#order.at(-1) ?? null) : behind)
  }

  /** Puts a step behind another one; at the end when the other one is gone. */
  #place(id: string, behind: string | null): void {
    const others = this.#order.filter((other) => other !== id)
    const index = behind === null ? 0 : others.indexOf(behind) + 1
    others.splice(index === 0 && behind !== null ? others.length : index, 0, id)
    this.#order = others
  }
}

/** The definition with changes applied in their order. What they name and is gone stays gone. */
export function applyChanges(definition: Definition, changes: DraftChange[]): Definition {
  if (changes.length === 0) return definition
  const isOfSteps = (change: DraftChange) => change.kind === 'move' || change.path[0] === 'steps'
  const ofSteps = changes.filter(isOfSteps)
  let next = definition
  for (const change of changes)
    if (change.kind !== 'move' && !isOfSteps(change) && !isOfWhatIsGone(next, change.path))
      next = changedAt(next, change.path, change) as Definition
  if (ofSteps.length === 0) return next
  const steps = new Steps(next.steps)
  for (const change of ofSteps) steps.apply(change)
  return { ...next, steps: steps.list() }
}

/** The value at a place of a definition; undefined when there is none. */
export function valueAt(definition: Definition, path: DraftPath): unknown {
  const [first, id, ...rest] = path
  if (first !== 'steps' || id === undefined) return within(definition, path)
  const step = definition.steps.find((one) => one.id === id)
  const [field, key] = rest
  if (field === edgesKey && key !== undefined)
    return step?.after.find((edge) => edgeKey(edge) === key)
  return within(step, rest)
}

function within(value: unknown, path: DraftPath): unknown {
  let now = value
  for (const key of path) now = isJsonObject(now) && Object.hasOwn(now, key) ? now[key] : undefined
  return now
}
