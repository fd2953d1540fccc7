'use client'

import { CalendarClockIcon, PlusIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { Button } from '#components/ui/input/button'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { ScheduleSheet } from './schedule-sheet.tsx'
import { ScheduleTable } from './schedule-table.tsx'
import { useSchedules } from './use-schedules.ts'

type Props = {
  canManage: boolean
  /** Only the schedules of this workflow. */
  workflowId?: string
  /** Places the list, and the button for a new schedule when there are some already. */
  frame(add: ReactNode, list: ReactNode): ReactNode
}

/** Schedules, and dialogs for everything that can be done with them. */
export function ScheduleList({ canManage, workflowId, frame }: Props) {
  const query = useSchedules(workflowId)
  const [open, setOpen] = useState<string | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const schedules = query.data?.pages.flatMap((page) => page.items) ?? []
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
        <Content query={query} add={add} onOpen={setOpen} />,
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

type ContentProps = {
  query: ReturnType<typeof useSchedules>
  /** The button that makes one; null for people who may not. */
  add: ReactNode
  onOpen(id: string): void
}

const helpForManagers =
  'Let a workflow start by itself: every morning, every hour, on the first of the month.'
const helpForOthers = 'Builders and owners can let workflows start by themselves.'

/** The schedules, that they are loading, that they cannot be loaded, or that there are none. */
function Content({ query, add, onOpen }: ContentProps) {
  const schedules = query.data?.pages.flatMap((page) => page.items) ?? []
  if (query.isPending) return <LoadingSchedules />
  if (query.isError && schedules.length === 0)
    return (
      <LoadFailure what="The schedules" error={query.error} onRetry={() => void query.refetch()} />
    )
  if (schedules.length === 0)
    return (
      <EmptyState
        icon={CalendarClockIcon}
        title="Nothing is scheduled yet"
        description={add ? helpForManagers : helpForOthers}
      >
        {add}
      </EmptyState>
    )
  return (
    <>
      <ScheduleTable schedules={schedules} onOpen={onOpen} />
      {query.hasNextPage ? (
        <Button
          variant="outline"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </>
  )
}

function LoadingSchedules() {
  return (
    <div className="space-y-2" role="status" aria-busy="true" aria-label="Loading the schedules">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-12 w-full" />
      ))}
    </div>
  )
}
