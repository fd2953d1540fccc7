'use client'

import dynamic from 'next/dynamic'
import { loadCode } from '#components/shared/loading/load-code'
import { Skeleton } from '#components/ui/feedback/skeleton'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import type { ScheduleView } from '#lib/contracts/workflows/schedules'

const ScheduleForm = dynamic(
  async () => (await loadCode(() => import('./schedule-form.tsx'))).ScheduleForm,
  {
    ssr: false,
    loading: () => <Skeleton className="h-48 w-full" />,
  },
)

type Props = {
  open: boolean
  existing: ScheduleView | null
  workflowId?: string | undefined
  onClose(): void
  onDone(schedule: ScheduleView): void
}

/** The form of a schedule. */
export function ScheduleDialog({ open, existing, workflowId, onClose, onDone }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <DialogContent className="max-h-[92dvh] overflow-y-auto sm:max-w-2xl">
        <DialogHeader>
          <DialogTitle>{existing ? `Change “${existing.name}”` : 'New schedule'}</DialogTitle>
          <DialogDescription>
            {existing
              ? 'A new time counts from now on.'
              : 'Starts the published version of a workflow by itself.'}
          </DialogDescription>
        </DialogHeader>
        {open ? (
          <ScheduleForm
            existing={existing}
            workflowId={workflowId}
            onDone={onDone}
            onCancel={onClose}
          />
        ) : null}
      </DialogContent>
    </Dialog>
  )
}
