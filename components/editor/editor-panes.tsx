'use client'

import { useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useState, type ComponentProps, type ReactNode } from 'react'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { partLater } from '#components/shared/loading/part-later'
import type { Problem } from '#lib/domain/workflow/problem'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { PausedBanner } from '../workflows/paused-banner.tsx'
import { EditorDialogs, type AddSteps, type DialogName } from './dialogs/editor-dialogs.tsx'
import { AsideContext, type Aside } from './data/aside.ts'
import { useAside } from './data/use-aside.ts'
import { useGave } from './data/use-gave.ts'
import { DataBar } from './data/data-bar.tsx'
import { DataDock, DataUnderFields } from './data/data-frames.tsx'
import { DataPanel } from './data/data-panel.tsx'
import { useStepData, type StepData } from './data/use-step-data.ts'
import { useStepStates } from './data/use-step-states.ts'
import { Known } from './inspector/config/known.ts'
import { Inspector } from './inspector/inspector.tsx'
import { DraftScope } from './inspector/tests/draft-scope.ts'
import { goUp } from './groups/group-acts.ts'
import { seesCalled } from './levels/level-path.ts'
import { LevelTrail } from './levels/level-trail.tsx'
import { useKeptCollapsed } from './levels/use-kept-collapsed.ts'
import { useLevelAddress } from './levels/use-level-address.ts'
import { findStep } from './model/graph.ts'
import { Palette } from './palette.tsx'
import { Outline } from './panels/outline.tsx'
import type { CanvasProps } from './canvas/canvas.tsx'
import { CanvasPlace } from './picture/canvas-place.tsx'
import { PaneButtons, PaneLayout } from './panels/pane-layout.tsx'
import { ReadOnlyNote } from './panels/read-only-note.tsx'
import { SkipCanvas } from './panels/skip-canvas.tsx'
import { SaveBanners } from './panels/save-banners.tsx'
import { TopBar } from './panels/top-bar.tsx'
import { StartsContext } from './start/starts-context.ts'
import { useWorkflowStarts } from './start/use-workflow-starts.ts'
import type { PanesChoice } from './stored-panes.ts'
import type { EditorState } from './store.ts'
import { useEditor, useEditorStore } from './store-context.ts'
import { useShownProblems } from './sync/use-shown-problems.ts'
import { useAddStep, useWhereToAdd } from './use-add-step.ts'
import { useReadyTidy } from './tidy-up.ts'
import { useEditorCommands } from './use-editor-commands.ts'
import { useEditorSession, type EditorSession } from './use-editor-session.ts'
import { useFieldVisits } from './use-field-visits.ts'
import { usePanes, type Panes } from './use-panes.ts'

const ConnectDialog = dialogLater(
  async () => (await import('./dialogs/connect-dialog.tsx')).ConnectDialog,
  ({ stepId }) => stepId !== null,
)

const PinDialog = dialogLater(
  async () => (await import('./data/pin-dialog.tsx')).PinDialog,
  ({ stepId }) => stepId !== undefined,
)
const CalledLevel = partLater(async () => (await import('./levels/called-level.tsx')).CalledLevel)

type Props = { first: Workflow; stepTypes: StepTypeInfo[]; firstPanes: PanesChoice }

/** The editor of one workflow: top bar, palette, graph or list, inspector and their dialogs. */
export function EditorPanes({ first, stepTypes, firstPanes }: Props) {
  const currentId = useEditor(selectedId)
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [connecting, setConnecting] = useState<string | null>(null)
  const session = useEditorSession(first, stepTypes)
  const stepData = useStepData(session.data, currentId)
  const { aside, pinning } = useAside(session.data.trying, useGave(stepData.task))
  useLevelAddress()
  useLinkedStep()
  useFieldVisits()
  useReadyTidy()
  useKeptCollapsed(first.id)
  const panes = usePanes(firstPanes)
  const starts = useWorkflowStarts({ workflow: session.workflow, dialog, openDialog: setDialog })
  const unlessReadOnly = useUnlessReadOnly()
  const add = useAddStep(session.connections)
  const palette = { stepTypes, onAdd: add, whereTo: useWhereToAdd() }
  const jump = useJump()
  const commands = useEditorCommands({
    session,
    currentId,
    aside,
    dialog,
    openDialog: setDialog,
    connectFrom: unlessReadOnly(setConnecting),
    focusSearch: unlessReadOnly(panes.focusSearch),
  })
  return (
    <Surroundings known={session.known} starts={starts} aside={aside}>
      <div data-full-page className="flex h-full min-h-0 flex-col bg-background">
        <TopBar session={session} commands={commands} onJump={jump} />
        <ReadOnlyNote />
        <PausedBanner
          workflow={session.workflow}
          canResume={session.workflow.mayNot.pause === undefined}
          onWorkflow={session.setWorkflow}
        />
        <SaveBanners session={session} />
        <Workspace
          session={session}
          stepData={stepData}
          panes={panes}
          palette={palette}
          onConnectRequest={unlessReadOnly(setConnecting)}
        />
      </div>
      <PinDialog {...pinning} />
      <ConnectDialog stepId={connecting} onClose={() => setConnecting(null)} />
      <EditorDialogs
        open={dialog}
        onOpen={setDialog}
        session={session}
        commands={commands}
        palette={palette}
        onJump={jump}
      />
      <Announcement />
    </Surroundings>
  )
}

type SurroundingsProps = {
  known: EditorSession['known']
  starts: ReturnType<typeof useWorkflowStarts>
  aside: Aside
  children: ReactNode
}

/** What the parts of the editor know of the organization and of the workflow's beginning. */
const Surroundings = ({ known, starts, aside, children }: SurroundingsProps) => (
  <Known.Provider value={known}>
    <AsideContext.Provider value={aside}>
      <StartsContext.Provider value={starts}>{children}</StartsContext.Provider>
    </AsideContext.Provider>
  </Known.Provider>
)

/** Opens the step that the address names (`?step=`), at its field (`&field=config.data`). */
function useLinkedStep() {
  const store = useEditorStore()
  const search = useSearchParams()
  const step = search.get('step')
  const field = search.get('field')
  useEffect(() => {
    const { definition, focusOn } = store.getState()
    if (step !== null && findStep(definition, step)) focusOn(step, field ?? 'title')
  }, [store, step, field])
}

/** Goes to the place of a problem. */
function useJump() {
  const store = useEditorStore()
  return useCallback(
    (problem: Problem) => store.getState().focusOn(problem.stepId ?? null, problem.path),
    [store],
  )
}

/** Makes of an act one that says why the workflow may only be read, where that is so. */
function useUnlessReadOnly() {
  const store = useEditorStore()
  const reason = useEditor((state) => state.readOnly)
  return <Parts extends unknown[]>(act: (...parts: Parts) => void) =>
    (...parts: Parts): void =>
      reason === undefined ? act(...parts) : store.getState().announce(reason)
}

/** The one step that is selected. */
const selectedStep = ({ selection, definition }: EditorState) =>
  selection.length === 1 ? findStep(definition, selection[0]) : undefined

/** Its id, which stays the same while it is typed into. */
const selectedId = (state: EditorState) => selectedStep(state)?.id

const draftOf = ({ workflow, state, autosave }: EditorSession) => ({
  workflowId: workflow.id,
  isSaved: state.status === 'saved',
  async save() {
    await autosave.flush()
    return autosave.isSaved()
  },
})

/** What the inspector shows, by name. */
function Inspected() {
  return useEditor((state) => {
    const step = selectedStep(state)
    return step ? step.title || step.id : 'Workflow'
  })
}

/** The inspector follows each letter; what is around it does not. */
function SelectedInspector(props: Omit<ComponentProps<typeof Inspector>, 'step' | 'selected'>) {
  const step = useEditor(selectedStep)
  const selected = useEditor((state) => state.selection.length)
  return <Inspector {...props} step={step} selected={selected} />
}

function SelectedData(props: Omit<ComponentProps<typeof DataPanel>, 'step'>) {
  return <DataPanel {...props} step={useEditor(selectedStep)} />
}

type WorkspaceProps = {
  session: EditorSession
  stepData: StepData
  panes: Panes
  palette: AddSteps
  onConnectRequest(stepId: string): void
}

const paletteOf = ({ onAdd, whereTo }: AddSteps) => ({ onAdd, whereTo })

/** Palette, graph or list, and inspector. */
function Workspace({ session, stepData, panes, palette, onConnectRequest }: WorkspaceProps) {
  const currentId = useEditor(selectedId)
  const shared = { problems: useShownProblems(session.problems), onConnectRequest }
  const { data } = session
  const states = useStepStates(data)
  const toggleValues = () => {
    panes.toggleValues()
    if (!panes.wide && !panes.values) panes.setOpen('inspector', true)
  }
  const panel = <SelectedData data={data} stepData={stepData} />
  return (
    <PaneLayout
      panes={panes}
      palette={
        <Palette types={palette.stepTypes} searchRef={panes.search} {...paletteOf(palette)} />
      }
      inspector={
        <DraftScope value={draftOf(session)}>
          <SelectedInspector
            workflow={session.workflow}
            onWorkflow={session.setWorkflow}
            sample={stepData.sample}
            {...shared}
          />
          {!panes.wide && currentId !== undefined ? (
            <DataUnderFields open={panes.values}>{panel}</DataUnderFields>
          ) : null}
        </DraftScope>
      }
    >
      <div className="flex h-full min-h-0 flex-col">
        <DataBar
          workflowId={session.workflow.id}
          data={data}
          stepId={currentId}
          canRun={session.workflow.mayNot.run === undefined}
          isOpen={panes.values}
          onToggle={toggleValues}
        />
        <div className="relative isolate min-h-0 flex-1">
          <Drawn
            {...shared}
            states={states}
            where=" in the chosen run"
            onTidy={session.actions.tidyUp}
            onAddRequest={panes.focusSearch}
            workflow={session.workflow.name}
            stepId={currentId}
          />
          <PaneButtons panes={panes} inspected={<Inspected />} />
        </div>
        {panes.wide && panes.values ? <DataDock>{panel}</DataDock> : null}
      </div>
    </PaneLayout>
  )
}

type DrawnProps = CanvasProps & {
  workflow: string
  /** The step that is open in the inspector. */
  stepId: string | undefined
  onAddRequest(): void
}

/** The graph or the list of the level that is open, with the way up. */
function Drawn({ workflow, stepId, onAddRequest, ...canvas }: DrawnProps) {
  const store = useEditorStore()
  const view = useEditor((state) => state.view)
  const isCalled = useEditor(seesCalled)
  if (isCalled) return <CalledLevel workflow={workflow} onUp={() => goUp(store)} />
  const { problems, onConnectRequest } = canvas
  return (
    <>
      {view === 'canvas' ? (
        <>
          <SkipCanvas stepId={stepId} />
          <CanvasPlace {...canvas} />
        </>
      ) : (
        <Outline {...{ problems, onConnectRequest, onAddRequest }} />
      )}
      <LevelTrail workflow={workflow} />
    </>
  )
}

/** Says to a screen reader what a command did. */
function Announcement() {
  const announcement = useEditor((state) => state.announcement)
  return (
    <p role="status" aria-label="What happened" className="sr-only" key={announcement.count}>
      {announcement.text}
    </p>
  )
}
