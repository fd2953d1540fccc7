'use client'

import { PlusIcon, Settings2Icon } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#components/ui/button'
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '#components/ui/sheet'
import { WorkflowSchedulesSheet } from '#components/schedules/workflow-schedules-sheet'
import type { Workflow } from '#lib/contracts/workflows'
import type { Problem } from '#lib/domain/workflow/problem'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { PausedBanner } from '../workflows/paused-banner.tsx'
import { useCancelRuns } from '../workflows/use-cancel-runs.ts'
import { usePause } from '../workflows/use-pause.ts'
import { Canvas } from './canvas/canvas.tsx'
import { addStep } from './commands/add-step.ts'
import { removeEverythingSelected } from './commands/remove-selected.ts'
import { copySteps, pasteSteps, readSteps } from './commands/paste-steps.ts'
import { CommandMenu } from './dialogs/command-menu.tsx'
import { ConnectDialog } from './dialogs/connect-dialog.tsx'
import { EditorDialogs, type DialogName } from './dialogs/editor-dialogs.tsx'
import { FindDialog } from './dialogs/find-dialog.tsx'
import { ShortcutsDialog } from './dialogs/shortcuts-dialog.tsx'
import { Known } from './inspector/known.ts'
import { Inspector } from './inspector/inspector.tsx'
import { findStep } from './model/graph.ts'
import { nextBranch } from './model/next-branch.ts'
import { onlyConnection } from './model/only-connection.ts'
import { Palette } from './palette.tsx'
import { ConflictBanner } from './panels/conflict-banner.tsx'
import { Outline } from './panels/outline.tsx'
import { TopBar } from './panels/top-bar.tsx'
import { useEditor, useEditorStore } from './store-context.ts'
import { useAutosave } from './sync/use-autosave.ts'
import { useKnown } from './sync/use-known.ts'
import { useLastRun } from './sync/use-last-run.ts'
import { useProblems } from './sync/use-problems.ts'
import { useClipboard } from './use-clipboard.ts'
import { useEditorActions } from './use-editor-actions.ts'
import { useMediaQuery } from './use-media-query.ts'
import { useShortcuts } from './use-shortcuts.ts'

type Props = { first: Workflow; stepTypes: StepTypeInfo[]; canEdit: boolean }

/**
 * The three panes and what holds them together; on narrow screens palette and inspector are sheets.
 */
export function EditorPanes({ first, stepTypes, canEdit }: Props) {
  const store = useEditorStore()
  const [workflow, setWorkflow] = useState(first)
  const definition = useEditor((state) => state.definition)
  const selection = useEditor((state) => state.selection)
  const view = useEditor((state) => state.view)
  const announcement = useEditor((state) => state.announcement)
  const focusRequest = useEditor((state) => state.focusRequest)
  const wide = useMediaQuery('(min-width: 1024px)', true)
  const [sheet, setSheet] = useState<'palette' | 'inspector' | null>(null)
  const [dialog, setDialog] = useState<DialogName | 'menu' | 'find' | 'help' | 'schedules' | null>(
    null,
  )
  const [connecting, setConnecting] = useState<string | null>(null)
  const search = useRef<HTMLInputElement>(null)

  const { autosave, state, checked } = useAutosave(store, first)
  const known = useKnown()
  const sample = useLastRun(workflow.id)
  const { problems, certain } = useProblems(definition, stepTypes, known.connections, checked)
  const actions = useEditorActions(store, workflow, autosave, setWorkflow)
  const pause = usePause(({ paused }) => setWorkflow((now) => ({ ...now, paused })))
  const cancelRuns = useCancelRuns(workflow.id, () =>
    setDialog((now) => (now === 'cancelRuns' ? null : now)),
  )
  useClipboard(store)

  const current = selection.length === 1 ? findStep(definition, selection[0]) : undefined
  const knownValue = useMemo(
    () => ({
      connections: known.connections ?? [],
      policies: known.policies,
      workflows: known.workflows ?? [],
      kind: undefined,
    }),
    [known.connections, known.policies, known.workflows],
  )

  const add = useCallback(
    (type: StepTypeInfo) => {
      const { definition: now, selection: chosen, types, run } = store.getState()
      // Behind what is selected, or behind the end of what there is when the end is one step.
      const ends = now.steps.filter(
        (step) =>
          !now.steps.some(
            (other) =>
              other.after.some((edge) => edge.step === step.id) ||
              other.on_failure?.step === step.id,
          ),
      )
      const after = chosen.length === 1 ? chosen[0] : ends.length === 1 ? ends[0]?.id : undefined
      run(
        addStep(
          type,
          after === undefined ? {} : { after },
          types,
          onlyConnection(type, known.connections),
        ),
      )
      const added = store.getState().selection[0]
      if (added) store.getState().focusOn(added, 'title')
    },
    [store, known.connections],
  )
  const jump = useCallback(
    (problem: Problem) => store.getState().focusOn(problem.stepId ?? null, problem.path),
    [store],
  )
  const focusSearch = () => {
    // At once where it can be: what is typed next is meant for it already.
    if (wide) return search.current?.focus()
    setSheet('palette')
    setTimeout(() => search.current?.focus(), 150)
  }
  // On narrow screens the inspector opens when something asks to be looked at.
  useEffect(() => {
    if (!wide && focusRequest.count > 0) setSheet('inspector')
  }, [wide, focusRequest])

  const leave = () => {
    const id = store.getState().selection[0]
    const focused = document.activeElement as HTMLElement | null
    if (!focused?.closest('[data-pane]')) return store.getState().select([])
    if (id) focusStep(id)
    else focused.blur()
  }
  const connect = () =>
    current ? setConnecting(current.id) : store.getState().announce('Select one step first.')
  const duplicateSteps = () => {
    const steps = readSteps(copySteps(definition, selection) ?? '')
    if (steps) store.getState().run(pasteSteps(steps, { keepOutside: true }))
  }
  const toggleView = () => {
    store.getState().setView(view === 'outline' ? 'canvas' : 'outline')
    if (current) setTimeout(() => focusStep(current.id), 100)
  }
  const shown = (name: DialogName | 'menu' | 'find' | 'help' | 'schedules') => () => setDialog(name)
  const whole = {
    tidy: actions.tidyUp,
    fit: () => store.getState().show([]),
    find: shown('find'),
    help: shown('help'),
    testRun: shown('testRun'),
    publish: shown('publish'),
    versions: shown('versions'),
    export: actions.exportJson,
    import: shown('import'),
    schedules: shown('schedules'),
  }
  const onModel = {
    undo: store.getState().undo,
    redo: store.getState().redo,
    save: () => void autosave.flush(),
    connect,
    toggleView,
  }
  useShortcuts({
    ...onModel,
    menu: shown('menu'),
    add: focusSearch,
    find: whole.find,
    remove: () => {
      const before =
        definition.steps.find((step) => selection.includes(step.id))?.after[0]?.step ??
        definition.steps.find((step) => !selection.includes(step.id))?.id
      removeEverythingSelected(store)
      // The focus was on what is gone; without a new place the keyboard would begin at the top of
      // the page.
      if (selection.length > 0 && before) setTimeout(() => focusStep(before), 50)
    },
    duplicate: duplicateSteps,
    selectAll: () => store.getState().select(definition.steps.map((step) => step.id)),
    tidy: whole.tidy,
    fit: whole.fit,
    help: whole.help,
    open: () => {
      const id = document.activeElement?.closest('.react-flow__node')?.getAttribute('data-id')
      if (id) store.getState().focusOn(id, 'title')
    },
    leave,
  })

  const branch = nextBranch(definition, current?.id, store.getState().types)
  const whereTo = current
    ? `after ${current.title || current.id}${branch === undefined ? '' : `, by “${branch}”`}`
    : definition.steps.length === 0
      ? 'as the first step'
      : 'at the end'
  const palette = <Palette types={stepTypes} onAdd={add} searchRef={search} whereTo={whereTo} />
  const inspector = (
    <Inspector
      workflow={workflow}
      onWorkflow={setWorkflow}
      step={current}
      selected={selection.length}
      problems={problems}
      sample={sample}
      onConnectRequest={setConnecting}
    />
  )
  return (
    <Known.Provider value={knownValue}>
      <div data-full-page className="flex h-full min-h-0 flex-col bg-background">
        <TopBar
          name={workflow.name}
          canEdit={canEdit}
          paused={workflow.paused !== null}
          published={
            workflow.published ? `Version ${workflow.published.number} published` : 'Not published'
          }
          state={state}
          problems={problems}
          certain={certain}
          actions={{
            ...whole,
            menu: shown('menu'),
            duplicate: actions.duplicate,
            remove: shown('remove'),
            cancelRuns: shown('cancelRuns'),
            pause: () => pause.mutate({ id: workflow.id, paused: workflow.paused !== null }),
            rename: actions.rename,
            jump,
          }}
        />
        <PausedBanner workflow={workflow} canResume={canEdit} onWorkflow={setWorkflow} />
        {state.status === 'conflict' ? (
          <ConflictBanner
            conflict={state.conflict}
            busy={actions.loadTheirs.isPending}
            onTheirs={() => actions.loadTheirs.mutate()}
            onMine={() => void autosave.overwrite()}
          />
        ) : null}
        {state.status === 'failed' ? (
          <p role="alert" className="border-b bg-destructive/5 px-4 py-2 text-sm text-destructive">
            Not saved: {state.message}
          </p>
        ) : null}
        <div className="flex min-h-0 flex-1">
          {wide && canEdit ? (
            <aside
              aria-label="Palette"
              data-pane="palette"
              className="w-60 shrink-0 border-r bg-card"
            >
              {palette}
            </aside>
          ) : null}
          <section aria-label="Workflow as a graph or list" className="relative min-w-0 flex-1">
            {view === 'canvas' ? (
              <Canvas problems={problems} onConnectRequest={setConnecting} />
            ) : (
              <Outline
                problems={problems}
                onConnectRequest={setConnecting}
                onAddRequest={focusSearch}
              />
            )}
            {wide ? null : (
              <div className="absolute inset-x-0 bottom-3 z-10 flex justify-center gap-2 px-3">
                {canEdit ? (
                  <Button type="button" size="sm" onClick={focusSearch}>
                    <PlusIcon aria-hidden /> Add a step
                  </Button>
                ) : null}
                <Button
                  type="button"
                  size="sm"
                  variant="outline"
                  className="max-w-56 min-w-0"
                  onClick={() => setSheet('inspector')}
                >
                  <Settings2Icon aria-hidden />{' '}
                  <span className="truncate">
                    {current ? current.title || current.id : 'Workflow'}
                  </span>
                </Button>
              </div>
            )}
          </section>
          {wide ? (
            <aside
              aria-label="Inspector"
              data-pane="inspector"
              className="w-96 shrink-0 overflow-y-auto border-l bg-card 2xl:w-[28rem]"
            >
              {inspector}
            </aside>
          ) : null}
        </div>
      </div>
      {wide ? null : (
        <>
          <Sheet
            open={sheet === 'palette'}
            onOpenChange={(open) => setSheet(open ? 'palette' : null)}
          >
            <SheetContent side="left" className="gap-0 p-0 pt-8">
              <SheetTitle className="sr-only">Add a step</SheetTitle>
              <SheetDescription className="sr-only">Choose what the step does.</SheetDescription>
              {palette}
            </SheetContent>
          </Sheet>
          <Sheet
            open={sheet === 'inspector'}
            onOpenChange={(open) => setSheet(open ? 'inspector' : null)}
          >
            <SheetContent
              data-pane="inspector"
              className="p-0 pt-8"
              // The first field would open a phone's keyboard over what the person came to read.
              onOpenAutoFocus={(event) => {
                event.preventDefault()
                if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
              }}
            >
              <SheetTitle className="sr-only">Configure</SheetTitle>
              <SheetDescription className="sr-only">
                Settings of the step or the workflow.
              </SheetDescription>
              {inspector}
            </SheetContent>
          </Sheet>
        </>
      )}
      <ConnectDialog stepId={connecting} onClose={() => setConnecting(null)} />
      <CommandMenu
        open={dialog === 'menu'}
        onOpenChange={(open) => setDialog(open ? 'menu' : null)}
        actions={{ ...whole, ...onModel, duplicateSteps }}
        canEdit={canEdit}
        stepTypes={stepTypes}
        onAdd={add}
        whereTo={whereTo}
      />
      <FindDialog
        open={dialog === 'find'}
        onOpenChange={(open) => setDialog(open ? 'find' : null)}
      />
      <WorkflowSchedulesSheet
        open={dialog === 'schedules'}
        onOpenChange={(open) => setDialog(open ? 'schedules' : null)}
        workflow={workflow}
        canManage={canEdit}
      />
      <ShortcutsDialog
        open={dialog === 'help'}
        onOpenChange={(open) => setDialog(open ? 'help' : null)}
      />
      <EditorDialogs
        open={
          dialog === 'menu' || dialog === 'find' || dialog === 'help' || dialog === 'schedules'
            ? null
            : dialog
        }
        onOpen={setDialog}
        workflow={workflow}
        onWorkflow={setWorkflow}
        problems={problems}
        certain={certain}
        autosave={autosave}
        sample={sample}
        actions={actions}
        cancelRuns={cancelRuns}
        onJump={jump}
      />
      <p role="status" aria-label="What happened" className="sr-only" key={announcement.count}>
        {announcement.text}
      </p>
    </Known.Provider>
  )
}

/** Puts the focus on a step where it is shown: its box, or its line in the outline. */
function focusStep(id: string): void {
  const name = CSS.escape(id)
  document
    .querySelector<HTMLElement>(`.react-flow__node[data-id="${name}"], [data-row="${name}"]`)
    ?.focus()
}
