'use client'

import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/overlay/sheet'
import { ScheduleList } from './schedule-list.tsx'

type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  workflow: { id: string; name: string; published: unknown }
  canManage: boolean
}

/** The schedules of one workflow, beside its editor. */
export function WorkflowSchedulesSheet({ open, onOpenChange, workflow, canManage }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent className="sm:max-w-2xl">
        <SheetHeader>
          <SheetTitle>Schedules of {workflow.name}</SheetTitle>
          <SheetDescription>
            {workflow.published
              ? 'Each starts the published version.'
              : 'Publish the workflow first; then it can be scheduled.'}
          </SheetDescription>
        </SheetHeader>
        {open ? (
          <ScheduleList
            canManage={canManage && workflow.published !== null}
            workflowId={workflow.id}
            frame={(add, list) => (
              <>
                {list}
                <div>{add}</div>
              </>
            )}
          />
        ) : null}
      </SheetContent>
    </Sheet>
  )
}
