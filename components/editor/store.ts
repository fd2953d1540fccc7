import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DraftReader } from '#lib/contracts/workflows/drafts'
import type { StepThread } from '#lib/contracts/workflows/step-comments'
import type { Definition } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import type { Changed, Command } from './commands/command.ts'
import { levelOf, textOfPath } from './levels/level-path.ts'
import { loopsAround, reveal, type View } from './levels/shown-graph.ts'
import type { Received } from './sync/autosave.ts'
import type { Line } from './model/graph.ts'

type Point = { x: number; y: number }

/** Where a step that is about to be chosen will stand. */
export type NewPlace =
  | { kind: 'line'; link: Line }
  /** After a step; `via`: by one of its branches. */
  | { kind: 'after'; step: string; via?: string | undefined; position?: Point }
  | { kind: 'failure'; step: string; position?: Point }
  | { kind: 'before'; step: string; position?: Point }
  | { kind: 'free'; position?: Point }

/** What a context menu is about. */
export type MenuTarget =
  | { kind: 'step'; id: string }
  | { kind: 'link'; id: string }
  | { kind: 'note'; id: string }
  | { kind: 'group'; id: string }
  | { kind: 'canvas'; position: Point }

/** A pop-over on the canvas; `at` is a point of the window. */
export type CanvasPopup =
  | { kind: 'add'; at: Point; place: NewPlace }
  | { kind: 'menu'; at: Point; target: MenuTarget }

type Moment = { definition: Definition; selection: string[] }

/** A moment of history; `seen`: how many changes of other people it already has. */
type PastMoment = Moment & { seen: number }

/**
 * A request for the focus: the inspector opens the step, and the field when one is named
 * (`config.patientId`).
 */
export type FocusRequest = { stepId: string | null; path: string | undefined; count: number }

export type EditorState = Moment & {
  types: ReadonlyMap<string, StepTypeInfo>
  /** Why the person may not edit the workflow; undefined: they may. */
  readOnly: string | undefined
  /** Ids of selected connections, as the canvas names them. */
  selectedLinks: string[]
  /** Ids of selected notes. */
  selectedNotes: string[]
  /** The step that was just added, as long as it alone is selected. */
  fresh: string | undefined
  /** The note that is written in. */
  editedNote: string | undefined
  /** The group whose name is written. */
  editedGroup: string | undefined
  /** The steps whose levels are open (`levels/level-path.ts`), the outermost first. */
  level: string[]
  /** What is collapsed to one box: loops by their ids, groups by those of their boxes. */
  collapsed: ReadonlySet<string>
  past: PastMoment[]
  future: PastMoment[]
  /** What other people's changes make of an earlier definition, in the order of their arrival. */
  received: ((before: Definition) => Definition)[]
  /** Who else has the draft open. */
  readers: DraftReader[]
  /** What people wrote about steps. */
  threads: StepThread[]
  view: 'canvas' | 'outline'
  /** The store of the workflow that is seen as a level of this one (`levels/called-level.tsx`). */
  inner: EditorStore | undefined
  /** The last change, for screen readers; `count` distinguishes two equal sentences. */
  announcement: { text: string; count: number }
  focusRequest: FocusRequest
  /** The steps that the view should scroll to (none: all of them); `count` counts the requests. */
  showRequest: { ids: string[]; count: number }
  /** Counts the changes after which the steps glide to their new places. */
  glides: number
  /** The open pop-over of the canvas. */
  popup: CanvasPopup | undefined
  /**
   * Runs a command. Commands with the same `coalesce` key within a second are undone together
   * (typing, arrow keys).
   */
  run(command: Command, options?: { coalesce?: string; glides?: boolean }): void
  /** The person has left the field: what they do from now on is undone by itself. */
  settle(): void
  /**
   * Shows the definition with other people's changes. Undo keeps them: it takes back only what this
   * person did, where it is still as they made it.
   */
  receive(received: Received): void
  undo(): void
  redo(): void
  select(ids: string[]): void
  selectLinks(ids: string[]): void
  /** Selects notes beside the steps that are selected. */
  selectNotes(ids: string[]): void
  editNote(id: string | undefined): void
  editGroup(id: string | undefined): void
  openLevel(path: string[], says?: string): void
  setCollapsed(ids: ReadonlySet<string>, says?: string): void
  setView(view: EditorState['view']): void
  setInner(inner: EditorStore | undefined): void
  announce(text: string): void
  focusOn(stepId: string | null, path?: string): void
  /**
   * Clears the request after it is fulfilled, so that opening the same step again does not move the
   * focus once more.
   */
  requestDone(): void
  show(ids: string[]): void
  setPopup(popup: CanvasPopup | undefined): void
}

export type EditorStore = StoreApi<EditorState>

const maxPast = 300
const coalesceMs = 1000

type Options = {
  readOnly?: string | undefined
  level?: string[]
  collapsed?: Iterable<string>
  now?: () => number
}
type Store = { set: EditorStore['setState']; get: EditorStore['getState'] }

/**
 * The editor's model: the definition, its history, what is selected. The definition is never
 * mutated, so a moment of history costs one reference.
 */
export function createEditorStore(
  definition: Definition,
  types: ReadonlyMap<string, StepTypeInfo>,
  options: Options = {},
): EditorStore {
  return createStore<EditorState>()((set, get) => ({
    definition,
    types,
    readOnly: options.readOnly,
    selection: [],
    selectedLinks: [],
    selectedNotes: [],
    fresh: undefined,
    editedNote: undefined,
    editedGroup: undefined,
    level: options.level ?? [],
    collapsed: new Set(options.collapsed),
    past: [],
    future: [],
    received: [],
    readers: [],
    threads: [],
    view: 'canvas',
    inner: undefined,
    announcement: { text: '', count: 0 },
    focusRequest: { stepId: null, path: undefined, count: 0 },
    showRequest: { ids: [], count: 0 },
    glides: 0,
    popup: undefined,
    ...historyActions({ set, get }, options),
    ...viewActions({ set, get }),
  }))
}

/** The announcement of a sentence; nothing changes without one. */
const announced = (state: EditorState, text: string | undefined): Partial<EditorState> =>
  text ? { announcement: { text, count: state.announcement.count + 1 } } : {}

/** The selected steps that a definition has. */
function stillThere(selection: string[], definition: Definition): string[] {
  const ids = new Set(definition.steps.map((step) => step.id))
  return selection.filter((id) => ids.has(id))
}

/** The step that was just added, after a change. */
function freshAfter(state: EditorState, { definition, selection }: Changed): string | undefined {
  if (selection === undefined) return state.fresh
  const only = selection.length === 1 ? selection[0] : undefined
  const before = state.definition.steps
  if (only === undefined || before.some(({ id }) => id === only)) return stillFresh(state, only)
  // A step that takes the name of its title has another id afterwards.
  const wasFresh = state.fresh !== undefined && state.fresh === state.selection[0]
  return definition.steps.length > before.length || wasFresh ? only : undefined
}

const stillFresh = ({ fresh }: EditorState, only: string | undefined): string | undefined =>
  fresh === only ? fresh : undefined

/** What of the workflow is seen. */
export const viewOf = ({ definition, level, collapsed }: EditorState): View => ({
  loop: levelOf(definition, level).loops.at(-1),
  collapsed,
})

/** The view in which all these steps are seen, one after another; none for boxes of other kinds. */
function revealed(state: EditorState, ids: readonly string[]): Partial<EditorState> {
  const { definition } = state
  const { call } = levelOf(definition, state.level)
  const known = new Set(definition.steps.map(({ id }) => id))
  const before = viewOf(state)
  const view = ids
    .filter((id) => known.has(id))
    .reduce((now, id) => reveal(definition, now, id), before)
  if (view === before && (call === undefined || ids.length === 0)) return {}
  const around = view.loop === undefined ? [] : (loopsAround(definition.steps).get(view.loop) ?? [])
  const level = view.loop === undefined ? [] : [...around, view.loop]
  return { level, collapsed: view.collapsed }
}

/** The actions that change the definition: commands, undo and redo, another draft. */
function historyActions(
  { set, get }: Store,
  { readOnly, now = Date.now }: Options,
): Pick<EditorState, 'run' | 'settle' | 'receive' | 'undo' | 'redo'> {
  /** The last command that later ones may join, so that undo takes them back together. */
  let last: { key: string; at: number } | undefined
  const joinsLast = (key: string | undefined, at: number): boolean =>
    key !== undefined && last?.key === key && at - last.at < coalesceMs && get().past.length > 0
  return {
    run(command, { coalesce, glides = false } = {}) {
      const state = get()
      if (readOnly !== undefined) return set(announced(state, readOnly))
      const changed = command(state.definition)
      if (changed.definition === state.definition) return set(announced(state, changed.says))
      const at = now()
      const joins = joinsLast(coalesce, at)
      last = coalesce === undefined ? undefined : { key: coalesce, at }
      set({
        definition: changed.definition,
        past: joins ? state.past : [...state.past.slice(-maxPast), presentOf(state)],
        future: [],
        glides: state.glides + Number(glides),
        fresh: freshAfter(state, changed),
        ...(changed.selection
          ? { selection: changed.selection, selectedLinks: [], selectedNotes: [] }
          : {}),
        ...announced(state, changed.says),
      })
    },
    settle() {
      last = undefined
    },
    receive({ definition, recall, by }) {
      const state = get()
      set({
        definition,
        received: [...state.received, recall],
        selection: stillThere(state.selection, definition),
        ...announced(state, by.length > 0 ? `Changed by ${by.join(' and ')}.` : undefined),
      })
    },
    undo() {
      last = undefined
      set(travelled(get(), 'past', 'future', 'Undone.') ?? announced(get(), 'Nothing to undo.'))
    },
    redo() {
      last = undefined
      set(travelled(get(), 'future', 'past', 'Done again.') ?? announced(get(), 'Nothing to redo.'))
    },
  }
}

const presentOf = ({ definition, selection, received }: EditorState): PastMoment => ({
  definition,
  selection,
  seen: received.length,
})

/** The state one moment of history away; undefined when there is none. */
function travelled(
  state: EditorState,
  from: 'past' | 'future',
  to: 'past' | 'future',
  says: string,
): Partial<EditorState> | undefined {
  const moment = state[from].at(-1)
  if (!moment) return undefined
  const definition = state.received
    .slice(moment.seen)
    .reduce((before, recall) => recall(before), moment.definition)
  return {
    definition,
    selection: stillThere(moment.selection, definition),
    selectedLinks: [],
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], presentOf(state)],
    ...announced(state, says),
  }
}

type ViewActions = Pick<
  EditorState,
  | 'select'
  | 'selectLinks'
  | 'selectNotes'
  | 'editNote'
  | 'editGroup'
  | 'openLevel'
  | 'setCollapsed'
  | 'setView'
  | 'setInner'
  | 'announce'
  | 'focusOn'
  | 'requestDone'
  | 'show'
  | 'setPopup'
>

/** The actions that change what people see: the selection, the view, the focus. */
function viewActions({ set }: Store): ViewActions {
  return {
    select: (ids) =>
      set((state) => ({
        selection: ids,
        selectedNotes: [],
        fresh: stillFresh(state, ids.length === 1 ? ids[0] : undefined),
        ...(ids.length > 0 ? { selectedLinks: [] } : {}),
      })),
    selectLinks: (ids) => set({ selectedLinks: ids }),
    selectNotes: (ids) => set({ selectedNotes: ids }),
    editNote: (id) => set({ editedNote: id }),
    editGroup: (id) => set({ editedGroup: id }),
    openLevel: (level, says) =>
      set((state) =>
        textOfPath(level) === textOfPath(state.level)
          ? {}
          : {
              level,
              selection: [],
              fresh: undefined,
              selectedLinks: [],
              selectedNotes: [],
              popup: undefined,
              showRequest: { ids: [], count: state.showRequest.count + 1 },
              ...announced(state, says),
            },
      ),
    setCollapsed: (collapsed, says) => set((state) => ({ collapsed, ...announced(state, says) })),
    setView: (view) => set({ view }),
    setInner: (inner) => set({ inner }),
    announce: (text) => set((state) => announced(state, text)),
    setPopup: (popup) => set({ popup }),
    show: (ids) =>
      set((state) => ({
        ...revealed(state, ids),
        showRequest: { ids, count: state.showRequest.count + 1 },
      })),
    focusOn: (stepId, path) => set((state) => focused(state, stepId, path)),
    requestDone: () =>
      set(({ focusRequest: { count } }) => ({
        focusRequest: { stepId: null, path: undefined, count },
      })),
  }
}

/** The state that requests the focus on a step (and selects and shows it) or on the workflow. */
function focused(
  state: EditorState,
  stepId: string | null,
  path: string | undefined,
): Partial<EditorState> {
  const focusRequest = { stepId, path, count: state.focusRequest.count + 1 }
  if (stepId === null) return { selection: [], selectedNotes: [], fresh: undefined, focusRequest }
  return {
    ...revealed(state, [stepId]),
    selection: [stepId],
    // Who looks for a problem of it sees them all.
    fresh: path === 'title' ? stillFresh(state, stepId) : undefined,
    selectedNotes: [],
    selectedLinks: [],
    showRequest: { ids: [stepId], count: state.showRequest.count + 1 },
    focusRequest,
  }
}
