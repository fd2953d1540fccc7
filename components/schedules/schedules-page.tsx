'use client'

import { PageHeader } from '#components/ui/layout/page-header'
import { ScheduleList } from './schedule-list.tsx'

/** All schedules of the organization. */
export function SchedulesPage({ canManage }: { canManage: boolean }) {
  return (
    <div className="mx-auto w-full max-w-5xl space-y-6">
      <ScheduleList
        canManage={canManage}
        frame={(add, list) => (
          <>
            <PageHeader
              title="Schedules"
              description="Workflows that start by themselves, in the time zone of each."
            >
              {add}
            </PageHeader>
            {list}
          </>
        )}
      />
    </div>
  )
}
