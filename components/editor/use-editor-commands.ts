import type { Step } from '#lib/domain/workflow/definition'
import { removeEverythingSelected } from './commands/remove-selected.ts'
import { pasteSteps, takenSteps } from './commands/paste-steps.ts'
import type { DialogName } from './dialogs/editor-dialogs.tsx'
import { focusStep } from './focus-step.ts'
import { addNoteHere } from './notes/add-note-here.ts'
import { noteOfBox } from './notes/note-nodes.ts'
import { useEditor, useEditorStore } from './store-context.ts'
import type { EditorSession } from './use-editor-session.ts'
import { useShortcuts, type ShortcutActions } from './use-shortcuts.ts'

type Props = {
  session: EditorSession
  /** The one step that is selected. */
  current: Step | undefined
  dialog: DialogName | null
  openDialog(name: DialogName): void
  connectFrom(stepId: string): void
  focusSearch(): void
}

export type EditorCommands = ReturnType<typeof useEditorCommands>

/** The actions of keys, top bar and command menu; the keys work from here on. */
export function useEditorCommands(props: Props) {
  const { session, current, openDialog, connectFrom } = props
  const { actions, autosave } = session
  const store = useEditorStore()
  const view = useEditor((state) => state.view)
  const opens = (name: DialogName) => () => openDialog(name)
  const commands = {
    tidy: actions.tidyUp,
    fit: () => store.getState().show([]),
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
    addNote: () => addNoteHere(store),
    undo: store.getState().undo,
    redo: store.getState().redo,
    save: () => void autosave.flush(),
    connect: () =>
      current ? connectFrom(current.id) : store.getState().announce('Select one step first.'),
    toggleView: () => {
      store.getState().setView(view === 'outline' ? 'canvas' : 'outline')
      if (current) setTimeout(() => focusStep(current.id), 100)
    },
    duplicateSteps: () => {
      const { definition, selection, run } = store.getState()
      const steps = takenSteps(definition, selection)
      if (steps.length > 0) run(pasteSteps(steps, { keepOutside: true }))
    },
  }
  useEditorKeys(commands, props.focusSearch, props.dialog !== null)
  return commands
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
  const actions: ShortcutActions = {
    ...commands,
    add: focusSearch,
    duplicate: commands.duplicateSteps,
    selectAll: () => {
      const { definition, select } = store.getState()
      select(definition.steps.map((step) => step.id))
    },
    remove: () => {
      const { definition, selection, selectedNotes } = store.getState()
      const before =
        definition.steps.find((step) => selection.includes(step.id))?.after[0]?.step ??
        definition.steps.find((step) => !selection.includes(step.id))?.id
      removeEverythingSelected(store)
      // The focused element was removed; without a new place the keyboard would start at the top of
      // the page.
      if (selection.length + selectedNotes.length > 0 && before)
        setTimeout(() => focusStep(before), 50)
    },
    open: () => {
      const id = document.activeElement?.closest('.react-flow__node')?.getAttribute('data-id')
      if (!id) return
      const note = noteOfBox(id)
      if (note === undefined) store.getState().focusOn(id, 'title')
      else store.getState().editNote(note)
    },
    leave: () => {
      const id = store.getState().selection[0]
      const focused = document.activeElement as HTMLElement | null
      if (!focused?.closest('[data-pane]')) return store.getState().select([])
      if (id) focusStep(id)
      else focused.blur()
    },
  }
  useShortcuts(actions, isDialogOpen)
}
