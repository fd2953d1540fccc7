'use client'

import { dialogLater } from '#components/shared/loading/dialog-later'
import type { Dispatch, SetStateAction } from 'react'
import { ConfirmDialog } from '#components/shared/actions/confirm-dialog'
import { toast } from '#components/shared/messages/toast'
import type { Problem } from '#lib/domain/workflow/problem'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { useCancelRuns } from '../../workflows/use-cancel-runs.ts'
import { replaceDefinition } from '../commands/change-workflow.ts'
import { useEditorStore } from '../store-context.ts'
import type { EditorCommands } from '../use-editor-commands.ts'
import type { EditorSession } from '../use-editor-session.ts'

const FaxLinesSheet = dialogLater(
  async () => (await import('#components/faxes/fax-lines-sheet')).FaxLinesSheet,
)
const WorkflowSchedulesSheet = dialogLater(
  async () =>
    (await import('#components/schedules/workflow-schedules-sheet')).WorkflowSchedulesSheet,
)
const CommandMenu = dialogLater(async () => (await import('./command-menu.tsx')).CommandMenu)
const FindDialog = dialogLater(async () => (await import('./find-dialog.tsx')).FindDialog)
const PublishDialog = dialogLater(async () => (await import('./publish-dialog.tsx')).PublishDialog)
const ShortcutsDialog = dialogLater(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
)
const TestRunDialog = dialogLater(async () => (await import('./test-run-dialog.tsx')).TestRunDialog)
const VersionsSheet = dialogLater(async () => (await import('./versions-sheet.tsx')).VersionsSheet)
const ImportDialog = dialogLater(
  async () => (await import('#components/workflows/import-dialog')).ImportDialog,
)

export type DialogName =
  | 'menu'
  | 'find'
  | 'help'
  | 'schedules'
  | 'faxLines'
  | 'publish'
  | 'testRun'
  | 'versions'
  | 'import'
  | 'cancelRuns'
  | 'remove'

/** The step types that can be added, and in words where the next one goes. */
export type AddSteps = {
  stepTypes: StepTypeInfo[]
  onAdd(type: StepTypeInfo): void
  whereTo: string | undefined
}

type Props = {
  open: DialogName | null
  onOpen: Dispatch<SetStateAction<DialogName | null>>
  session: EditorSession
  commands: EditorCommands
  palette: AddSteps
  onJump(problem: Problem): void
}

/** Whether a dialog is open, and how it opens and closes. */
const stateOf = ({ open, onOpen }: Props, name: DialogName) => ({
  open: open === name,
  onOpenChange: (next: boolean) => onOpen(next ? name : null),
})

/** The dialogs of the editor; one at a time. */
export function EditorDialogs(props: Props) {
  const { session, commands, palette } = props
  const { mayNot } = session.workflow
  return (
    <>
      <CommandMenu {...stateOf(props, 'menu')} {...palette} actions={commands} mayNot={mayNot} />
      <FindDialog {...stateOf(props, 'find')} />
      <ShortcutsDialog {...stateOf(props, 'help')} />
      <WorkflowSchedulesSheet
        {...stateOf(props, 'schedules')}
        workflow={session.workflow}
        canManage={mayNot.schedule === undefined}
      />
      <FaxLinesSheet
        {...stateOf(props, 'faxLines')}
        workflow={session.workflow}
        canManage={mayNot.schedule === undefined}
      />
      <VersionDialogs {...props} />
      <ImportIntoDraft {...props} />
      <CancelRuns {...props} />
      <RemoveWorkflow {...props} />
    </>
  )
}

/** Publishing, testing and going back to a version: each saves the draft first. */
function VersionDialogs(props: Props) {
  const { session, onOpen, onJump } = props
  const { workflow, setWorkflow, autosave, data, actions } = session
  return (
    <>
      <PublishDialog
        {...stateOf(props, 'publish')}
        workflow={workflow}
        problems={session.problems}
        certain={session.certain}
        autosave={autosave}
        onJump={onJump}
        onPublished={({ id, number, publishedAt, publishedBy }) =>
          setWorkflow({
            ...workflow,
            published: { id, number, publishedAt, publishedBy },
            hasUnpublishedChanges: false,
          })
        }
      />
      <VersionsSheet
        {...stateOf(props, 'versions')}
        workflow={workflow}
        autosave={autosave}
        onRestored={(restored, number) => {
          const says = `Version ${number} is in the draft.`
          actions.adopt(restored, restored.draft, says)
          // What the draft had is gone when the page is left.
          toast.success(`${says} Undo brings back what it had.`)
          onOpen(null)
        }}
      />
      <TestRunDialog
        {...stateOf(props, 'testRun')}
        workflow={workflow}
        autosave={autosave}
        lastStart={data.sample?.isWhole ? data.sample.start : undefined}
        onStarted={(runId) => {
          data.choose({ kind: 'run', runId })
          toast.success('The test run has started. It is shown here.')
          onOpen(null)
        }}
      />
    </>
  )
}

const importDescription =
  'Replaces the steps, the start form and the settings of this draft. Undo brings them back.'

function ImportIntoDraft(props: Props) {
  const store = useEditorStore()
  return (
    <ImportDialog
      {...stateOf(props, 'import')}
      title="Import into this draft"
      description={importDescription}
      action="Replace the draft"
      onImport={({ definition }) => {
        store.getState().run(replaceDefinition(definition, 'Imported.'))
        store.getState().show([])
        props.onOpen(null)
      }}
    />
  )
}

function CancelRuns(props: Props) {
  const { workflow } = props.session
  const cancelRuns = useCancelRuns(workflow.id, () =>
    props.onOpen((now) => (now === 'cancelRuns' ? null : now)),
  )
  const unlessPaused = ' New runs start as before, unless you pause the workflow first.'
  return (
    <ConfirmDialog
      {...stateOf(props, 'cancelRuns')}
      title={`Cancel all runs of ${workflow.name}?`}
      description={
        'Every run of it that has not ended is cancelled, a thousand at a time: what is running ' +
        'stops, and what waits for a person, a time or its turn is not waited for any more. ' +
        `What was already done outside is not undone.${workflow.paused ? '' : unlessPaused}`
      }
      action={cancelRuns.isPending ? 'Cancelling…' : 'Cancel all runs'}
      keep="Keep them"
      busy={cancelRuns.isPending}
      failure={cancelRuns.error?.message}
      onConfirm={() => cancelRuns.mutate()}
    />
  )
}

const removeDescription =
  'Its versions and its runs are deleted too, for good. ' +
  'Its form and its address in the API stop working.'

function RemoveWorkflow(props: Props) {
  const { workflow, actions } = props.session
  return (
    <ConfirmDialog
      {...stateOf(props, 'remove')}
      title={`Delete ${workflow.name}?`}
      description={removeDescription}
      action="Delete for good"
      busy={actions.remove.isPending}
      failure={actions.remove.error?.message}
      onConfirm={() => actions.remove.mutate()}
    />
  )
}
