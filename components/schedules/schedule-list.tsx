'use client'

import { CalendarClockIcon, PlusIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { itemsOf, PagedList } from '#components/shared/loading/paged-list'
import { Button } from '#components/ui/input/button'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { ScheduleTable } from './schedule-table.tsx'
import { useSchedules } from './use-schedules.ts'

const ScheduleDialog = dialogLater(
  async () => (await import('./schedule-dialog.tsx')).ScheduleDialog,
)
const ScheduleSheet = dialogLater(
  async () => (await import('./schedule-sheet.tsx')).ScheduleSheet,
  ({ schedule }) => schedule !== null,
)

type Props = {
  canManage: boolean
  /** Only the schedules of this workflow. */
  workflowId?: string
  /** Places the list, and the button for a new schedule when some exist. */
  frame(add: ReactNode, list: ReactNode): ReactNode
}

const helpForManagers =
  'Let a workflow start by itself: every morning, every hour, on the first of the month.'
const helpForOthers = 'Builders and owners can let workflows start by themselves.'

/** Schedules, and dialogs for all actions on them. */
export function ScheduleList({ canManage, workflowId, frame }: Props) {
  const query = useSchedules(workflowId)
  const [open, setOpen] = useState<string | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const schedules = itemsOf(query)
  const find = (id: string | null) => schedules.find((schedule) => schedule.id === id) ?? null
  const add = canManage ? (
    <Button onClick={() => setEditing('new')}>
      <PlusIcon aria-hidden /> New schedule
    </Button>
  ) : null
  return (
    <>
      {frame(
        schedules.length > 0 ? add : null,
        <PagedList
          query={query}
          what="The schedules"
          skeletons={{ rows: 3, height: 'h-12' }}
          empty={
            <EmptyState
              icon={CalendarClockIcon}
              title="Nothing is scheduled yet"
              description={add ? helpForManagers : helpForOthers}
            >
              {add}
            </EmptyState>
          }
        >
          {(items) => <ScheduleTable schedules={items} onOpen={setOpen} />}
        </PagedList>,
      )}
      <ScheduleSheet
        schedule={find(open)}
        canManage={canManage}
        onEdit={() => setEditing(open)}
        onClose={() => setOpen(null)}
      />
      <ScheduleDialog
        open={editing !== null}
        existing={find(editing)}
        workflowId={workflowId}
        onClose={() => setEditing(null)}
        onDone={({ id }) => {
          setEditing(null)
          setOpen(id)
        }}
      />
    </>
  )
}
