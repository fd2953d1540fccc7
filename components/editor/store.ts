import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Definition } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import type { Command } from './commands/command.ts'

type Moment = { definition: Definition; selection: string[] }

/**
 * A wish to look at a place: the inspector opens the step, and the field when one is named
 * (`config.patientId`).
 */
export type FocusRequest = { stepId: string | null; path: string | undefined; count: number }

export type EditorState = Moment & {
  types: ReadonlyMap<string, StepTypeInfo>
  /** Ids of selected connections, as the canvas names them. */
  selectedLinks: string[]
  past: Moment[]
  future: Moment[]
  view: 'canvas' | 'outline'
  /**
   * What was done last, in a sentence for screen readers; `count` tells two equal sentences apart.
   */
  announcement: { text: string; count: number }
  focusRequest: FocusRequest
  /** Changes with every new place the view should show: the ids to bring into sight. */
  showRequest: { ids: string[]; count: number }
  /**
   * Does a command. Commands with the same `coalesce` key within a second make one step of undo
   * (typing, arrow keys).
   */
  run(command: Command, options?: { coalesce?: string }): void
  /**
   * Begins anew with a definition that somebody else made. The history before it is gone: a step
   * back would lead to a definition without the other's changes, and be saved over them.
   */
  begin(definition: Definition, says: string): void
  undo(): void
  redo(): void
  select(ids: string[]): void
  selectLinks(ids: string[]): void
  setView(view: EditorState['view']): void
  announce(text: string): void
  focusOn(stepId: string | null, path?: string): void
  /** The wish was fulfilled: opening the same step again must not take the focus away once more. */
  requestDone(): void
  show(ids: string[]): void
}

export type EditorStore = StoreApi<EditorState>

const deepest = 300
const coalesceMs = 1000

/**
 * The editor's model: the definition, its history, what is selected. The definition is never
 * mutated, so a moment of history costs one reference.
 */
export function createEditorStore(
  definition: Definition,
  types: ReadonlyMap<string, StepTypeInfo>,
  { readOnly = false, now = Date.now }: { readOnly?: boolean; now?: () => number } = {},
): EditorStore {
  let last: { key: string; at: number } | undefined
  return createStore<EditorState>()((set, get) => {
    const say = (text: string | undefined) =>
      text ? { announcement: { text, count: get().announcement.count + 1 } } : {}
    const travel = (from: 'past' | 'future', to: 'past' | 'future', word: string) => {
      const state = get()
      const moment = state[from].at(-1)
      last = undefined
      if (!moment) return set(say(`Nothing to ${word}.`))
      const here = { definition: state.definition, selection: state.selection }
      const ids = new Set(moment.definition.steps.map((step) => step.id))
      set({
        definition: moment.definition,
        selection: moment.selection.filter((id) => ids.has(id)),
        selectedLinks: [],
        [from]: state[from].slice(0, -1),
        [to]: [...state[to], here],
        ...say(word === 'undo' ? 'Undone.' : 'Done again.'),
      })
    }
    return {
      definition,
      types,
      selection: [],
      selectedLinks: [],
      past: [],
      future: [],
      view: 'canvas',
      announcement: { text: '', count: 0 },
      focusRequest: { stepId: null, path: undefined, count: 0 },
      showRequest: { ids: [], count: 0 },
      run(command, { coalesce } = {}) {
        if (readOnly) return set(say('You can look at this workflow, not change it.'))
        const state = get()
        const changed = command(state.definition)
        if (changed.definition === state.definition) return set(say(changed.says))
        const at = now()
        const joins =
          coalesce !== undefined &&
          last?.key === coalesce &&
          at - last.at < coalesceMs &&
          state.past.length > 0
        last = coalesce === undefined ? undefined : { key: coalesce, at }
        const here = { definition: state.definition, selection: state.selection }
        set({
          definition: changed.definition,
          past: joins ? state.past : [...state.past.slice(-deepest), here],
          future: [],
          ...(changed.selection ? { selection: changed.selection, selectedLinks: [] } : {}),
          ...say(changed.says),
        })
      },
      begin(next, says) {
        last = undefined
        const ids = new Set(next.steps.map((step) => step.id))
        set({
          definition: next,
          past: [],
          future: [],
          selection: get().selection.filter((id) => ids.has(id)),
          selectedLinks: [],
          ...say(says),
        })
      },
      undo: () => travel('past', 'future', 'undo'),
      redo: () => travel('future', 'past', 'redo'),
      select: (ids) => set({ selection: ids, ...(ids.length > 0 ? { selectedLinks: [] } : {}) }),
      selectLinks: (ids) => set({ selectedLinks: ids }),
      setView: (view) => set({ view }),
      announce: (text) => set(say(text)),
      focusOn: (stepId, path) =>
        set((state) => ({
          ...(stepId
            ? {
                selection: [stepId],
                selectedLinks: [],
                showRequest: { ids: [stepId], count: state.showRequest.count + 1 },
              }
            : { selection: [] }),
          focusRequest: { stepId, path, count: state.focusRequest.count + 1 },
        })),
      requestDone: () =>
        set((state) => ({
          focusRequest: { ...state.focusRequest, stepId: null, path: undefined },
        })),
      show: (ids) => set((state) => ({ showRequest: { ids, count: state.showRequest.count + 1 } })),
    }
  })
}
