import { removeEverythingSelected } from './commands/remove-selected.ts'
import type { DialogName } from './dialogs/editor-dialogs.tsx'
import type { Aside } from './data/aside.ts'
import { duplicateSelected } from './duplicate-selected.ts'
import { focusStep } from './focus-step.ts'
import {
  collapseAll,
  goUp,
  groupSelected,
  openSelectedLevel,
  selectAll,
  selectedGroups,
  toggleGroup,
  toggleSelected,
  ungroupSelected,
} from './groups/group-acts.ts'
import { groupOfFrame } from './groups/group-nodes.ts'
import { seesCalled } from './levels/level-path.ts'
import { calledReason, shownStore, useShownEditor } from './levels/shown-store.ts'
import { groupOfBox } from './levels/shown-graph.ts'
import { addNoteHere } from './notes/add-note-here.ts'
import { noteOfBox } from './notes/note-nodes.ts'
import type { EditorStore } from './store.ts'
import { useEditorStore } from './store-context.ts'
import type { EditorSession } from './use-editor-session.ts'
import { useShortcuts, type ShortcutActions } from './use-shortcuts.ts'

type Props = {
  session: EditorSession
  /** The id of the one step that is selected. */
  currentId: string | undefined
  aside: Aside
  dialog: DialogName | null
  openDialog(name: DialogName): void
  connectFrom(stepId: string): void
  focusSearch(): void
}

export type EditorCommands = ReturnType<typeof useEditorCommands>

/** The actions of keys, top bar and command menu; the keys work from here on. */
export function useEditorCommands(props: Props) {
  const { session, currentId, aside, openDialog, connectFrom } = props
  const { actions, autosave } = session
  const store = useEditorStore()
  const view = useShownEditor((state) => state.view)
  const opens = (name: DialogName) => () => openDialog(name)
  const here = unlessCalled(store)
  const commands = {
    tidy: here(actions.tidyUp),
    fit: () => shownStore(store).getState().show([]),
    menu: opens('menu'),
    find: opens('find'),
    help: opens('help'),
    tryAll: () => session.data.trying.attempt('all'),
    testRun: opens('testRun'),
    publish: opens('publish'),
    versions: opens('versions'),
    backTest: actions.openBackTests,
    import: opens('import'),
    schedules: opens('schedules'),
    faxLines: opens('faxLines'),
    remove: opens('remove'),
    cancelRuns: opens('cancelRuns'),
    export: actions.exportJson,
    addNote: here(() => addNoteHere(store)),
    undo: here(store.getState().undo),
    redo: here(store.getState().redo),
    save: () => void autosave.flush(),
    connect: here(() =>
      currentId !== undefined
        ? connectFrom(currentId)
        : store.getState().announce('Select one step first.'),
    ),
    disableSteps: here(() => aside.toggleDisabled(store.getState().selection)),
    pinAnswer: here(() => {
      const { announce, readOnly } = store.getState()
      if (readOnly !== undefined) announce(readOnly)
      else if (currentId === undefined) announce('Select one step first.')
      else aside.togglePin(currentId)
    }),
    toggleView: () => {
      const { setView } = shownStore(store).getState()
      setView(view === 'outline' ? 'canvas' : 'outline')
      if (currentId !== undefined) setTimeout(() => focusStep(currentId), 100)
    },
    duplicateSteps: here(() => duplicateSelected(store)),
    group: here(() => groupSelected(store)),
    ungroup: here(() => ungroupSelected(store)),
    renameGroup: here(() => renameSelected(store)),
    openLevel: () => openSelectedLevel(shownStore(store)),
    goUp: () => void goUp(store),
    collapse: () => toggleSelected(shownStore(store)),
    collapseAll: () => collapseAll(shownStore(store), true),
    expandAll: () => collapseAll(shownStore(store), false),
  }
  useEditorKeys(commands, props.focusSearch, props.dialog !== null)
  return commands
}

/** Makes of an act on what the canvas shows one that leaves the workflow around alone. */
const unlessCalled = (store: EditorStore) => (act: () => void) => (): void => {
  const state = store.getState()
  if (seesCalled(state)) state.announce(calledReason)
  else act()
}

/** Lets the person write the name of the group that is selected. */
function renameSelected(store: EditorStore): void {
  const [group] = selectedGroups(store.getState())
  if (group === undefined) return store.getState().announce('Select a group first.')
  store.getState().editGroup(group)
}

/** Keys that no menu has. */
type KeyOnly = 'add' | 'duplicate' | 'selectAll' | 'remove' | 'open' | 'leave'

/** The keys besides the commands of the menu: their meaning depends on the focus. */
function useEditorKeys(
  commands: Omit<ShortcutActions, KeyOnly> & { duplicateSteps(): void },
  focusSearch: () => void,
  isDialogOpen: boolean,
): void {
  const store = useEditorStore()
  const here = unlessCalled(store)
  const actions: ShortcutActions = {
    ...commands,
    add: focusSearch,
    duplicate: commands.duplicateSteps,
    selectAll: () => selectAll(shownStore(store)),
    remove: here(() => {
      const { definition, selection, selectedNotes } = store.getState()
      const before =
        definition.steps.find((step) => selection.includes(step.id))?.after[0]?.step ??
        definition.steps.find((step) => !selection.includes(step.id))?.id
      removeEverythingSelected(store)
      // The focused element was removed; without a new place the keyboard would start at the top of
      // the page.
      if (selection.length + selectedNotes.length > 0 && before)
        setTimeout(() => focusStep(before), 50)
    }),
    open: () => {
      const id = document.activeElement?.closest('.react-flow__node')?.getAttribute('data-id')
      if (!id) return
      const group = groupOfFrame(id) ?? groupOfBox(id)
      const shown = shownStore(store)
      if (group !== undefined) return toggleGroup(shown, group)
      if (shown !== store) return shown.getState().announce(calledReason)
      const note = noteOfBox(id)
      if (note === undefined) store.getState().focusOn(id, 'title')
      else store.getState().editNote(note)
    },
    leave: () => {
      const { selection, selectedLinks, selectedNotes, select } = store.getState()
      const [id] = selection
      const focused = document.activeElement as HTMLElement | null
      const isInPane = focused !== null && focused.closest('[data-pane]') !== null
      const isNothing = selection.length + selectedLinks.length + selectedNotes.length === 0
      if (!isInPane && isNothing && goUp(store)) return
      if (!isInPane) return select([])
      if (id) focusStep(id)
      else focused.blur()
    },
  }
  useShortcuts(actions, isDialogOpen)
}
