import type { Definition } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { areLaidAlike } from './model/layout/positions.ts'
import type { EditorStore } from './store.ts'

/** Typing rests when so long no key came. */
const settleMs = 400

/** Whether two definitions are drawn alike but for the words in the boxes of steps. */
const areDrawnAlike = (
  before: Definition,
  after: Definition,
  types: ReadonlyMap<string, StepTypeInfo>,
): boolean =>
  before.notes === after.notes &&
  before.groups === after.groups &&
  areLaidAlike(before.steps, after.steps, types) &&
  after.steps.every(({ branchLabels }, at) => branchLabels === before.steps[at]?.branchLabels)

/** An earlier definition that is drawn like the present one. */
export type DrawnDefinition = {
  read(): Definition
  subscribe(onChange: () => void): () => void
}

function createDrawn(store: EditorStore): DrawnDefinition {
  let shown = store.getState().definition
  let seen = shown
  /** What the listeners know of: reading may be ahead of them. */
  let told = shown
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop = (): void => undefined
  const listeners = new Set<() => void>()
  const read = (): Definition => {
    const { definition, types } = store.getState()
    if (definition === seen) return shown
    seen = definition
    if (!areDrawnAlike(shown, definition, types)) shown = definition
    return shown
  }
  const tell = (): void => {
    if (shown === told) return
    told = shown
    for (const onChange of listeners) onChange()
  }
  const settle = (): void => {
    shown = seen = store.getState().definition
    tell()
  }
  const look = (): void => {
    clearTimeout(timer)
    if (read() !== store.getState().definition) timer = setTimeout(settle, settleMs)
    tell()
  }
  return {
    read,
    subscribe(onChange) {
      listeners.add(onChange)
      if (listeners.size === 1) {
        stop = store.subscribe((now, before) => {
          if (now.definition !== before.definition) look()
        })
        // What was typed before somebody listened.
        look()
      }
      return () => {
        listeners.delete(onChange)
        if (listeners.size > 0) return
        stop()
        clearTimeout(timer)
      }
    },
  }
}

const known = new WeakMap<EditorStore, DrawnDefinition>()

/**
 * The definition by which a store's workflow is drawn. While somebody types into a step it is an
 * earlier one, until typing rests: a letter moves no box and no line, and to work all of them out
 * again with each letter would be felt. The box of the step itself shows each letter.
 */
export function drawnDefinition(store: EditorStore): DrawnDefinition {
  const drawn = known.get(store) ?? createDrawn(store)
  known.set(store, drawn)
  return drawn
}
