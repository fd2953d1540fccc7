'use client'

import type { Workflow } from '#lib/contracts/workflows'
import type { Problem } from '#lib/domain/workflow/problem'
import type { useCancelRuns } from '../../workflows/use-cancel-runs.ts'
import { replaceDefinition } from '../commands/change-workflow.ts'
import type { Sample } from '../model/sample.ts'
import { useEditorStore } from '../store-context.ts'
import type { Autosave } from '../sync/autosave.ts'
import type { useEditorActions } from '../use-editor-actions.ts'
import { ConfirmDialog } from '#components/shared/confirm-dialog'
import { ImportDialog } from '#components/workflows/import-dialog'
import { PublishDialog } from './publish-dialog.tsx'
import { TestRunDialog } from './test-run-dialog.tsx'
import { VersionsSheet } from './versions-sheet.tsx'

export type DialogName = 'publish' | 'testRun' | 'versions' | 'import' | 'cancelRuns' | 'remove'
type Props = {
  open: DialogName | null
  onOpen(name: DialogName | null): void
  workflow: Workflow
  onWorkflow(workflow: Workflow): void
  problems: Problem[]
  certain: boolean
  autosave: Autosave
  sample: Sample | undefined
  actions: ReturnType<typeof useEditorActions>
  cancelRuns: ReturnType<typeof useCancelRuns>
  onJump(problem: Problem): void
}

/** The dialogs that the top bar opens; one at a time. */
export function EditorDialogs({
  open,
  onOpen,
  workflow,
  onWorkflow,
  problems,
  certain,
  autosave,
  sample,
  actions,
  cancelRuns,
  onJump,
}: Props) {
  const store = useEditorStore()
  const props = (name: DialogName) => ({
    open: open === name,
    onOpenChange: (next: boolean) => onOpen(next ? name : null),
  })
  return (
    <>
      <PublishDialog
        {...props('publish')}
        workflow={workflow}
        problems={problems}
        certain={certain}
        autosave={autosave}
        onJump={onJump}
        onPublished={({ id, number, publishedAt, publishedBy }) =>
          onWorkflow({
            ...workflow,
            published: { id, number, publishedAt, publishedBy },
            hasUnpublishedChanges: false,
          })
        }
      />
      <VersionsSheet
        {...props('versions')}
        workflow={workflow}
        autosave={autosave}
        onRestored={(restored, number) => {
          actions.adopt(restored, restored.draft, `Version ${number} is in the draft.`)
          onOpen(null)
        }}
      />
      <TestRunDialog
        {...props('testRun')}
        workflow={workflow}
        autosave={autosave}
        lastStart={sample?.isWhole ? sample.start : undefined}
        onStarted={actions.openRun}
      />
      <ImportDialog
        {...props('import')}
        title="Import into this draft"
        description="Replaces the steps, the start form and the settings of this draft. Undo brings them back."
        action="Replace the draft"
        onImport={({ definition }) => {
          store.getState().run(replaceDefinition(definition, 'Imported.'))
          store.getState().show([])
          onOpen(null)
        }}
      />
      <ConfirmDialog
        {...props('cancelRuns')}
        title={`Cancel all runs of ${workflow.name}?`}
        description={`Every run of it that has not ended is cancelled, a thousand at a time: what is running stops, and what waits for a person, a time or its turn is not waited for any more. What was already done outside is not undone.${workflow.paused ? '' : ' New runs start as before, unless you pause the workflow first.'}`}
        action={cancelRuns.isPending ? 'Cancelling…' : 'Cancel all runs'}
        keep="Keep them"
        busy={cancelRuns.isPending}
        failure={cancelRuns.error?.message}
        onConfirm={() => cancelRuns.mutate()}
      />
      <ConfirmDialog
        {...props('remove')}
        title={`Delete ${workflow.name}?`}
        description="Its versions and its runs are deleted too, for good. Its form and its address in the API stop working."
        action="Delete for good"
        busy={actions.remove.isPending}
        failure={actions.remove.error?.message}
        onConfirm={() => actions.remove.mutate()}
      />
    </>
  )
}
