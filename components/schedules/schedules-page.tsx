'use client'

import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { ScheduleList } from './schedule-list.tsx'

/** All schedules of the organization. */
export function SchedulesPage({ canManage }: { canManage: boolean }) {
  return (
    <Page>
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
    </Page>
  )
}
