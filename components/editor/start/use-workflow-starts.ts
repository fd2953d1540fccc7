import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { refresh } from '#components/shared/loading/queries'
import { usePageNow } from '#components/shared/display/use-page-now'
import { getWorkflowStartsContract } from '#lib/contracts/workflows/workflow-starts'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import type { DialogName } from '../dialogs/editor-dialogs.tsx'
import { startsRead } from '../draft-read.ts'
import { useEditorStore } from '../store-context.ts'
import { startsOf, type Start } from './starts-of.ts'

type Given = { workflow: Workflow; dialog: DialogName | null; openDialog(name: DialogName): void }

/** What starts the edited workflow; it is read again when a dialog that may change it closes. */
export function useWorkflowStarts({ workflow, dialog, openDialog }: Given) {
  const store = useEditorStore()
  const client = useQueryClient()
  const now = usePageNow()
  const { data } = useQuery(startsRead(workflow.id))
  useEffect(() => {
    if (dialog !== 'schedules' && dialog !== 'faxLines') return
    return () => void refresh(client, getWorkflowStartsContract)
  }, [client, dialog])
  const starts = useMemo(() => startsOf(workflow, data, now), [workflow, data, now])
  return useMemo(
    () => ({
      starts,
      open({ opens }: Start) {
        if (opens && 'part' in opens) store.getState().focusOn(null, opens.part)
        if (opens && 'dialog' in opens) openDialog(opens.dialog)
      },
      openForm: () => store.getState().focusOn(null, 'start'),
    }),
    [starts, store, openDialog],
  )
}
