'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarDaysIcon, PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { SettingsSection } from '#components/settings/settings-section'
import { DeleteUsed, type DeletionOfUsed } from '#components/shared/actions/delete-used'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { Badge } from '#components/ui/feedback/badge'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Button } from '#components/ui/input/button'
import {
  changeCalendarContract,
  deleteCalendarContract,
  getCalendarContract,
  listCalendarsContract,
  type CalendarView,
} from '#lib/contracts/organization/calendars'
import { call } from '#lib/http/client'
import { CalendarDialog } from './calendar-dialog.tsx'
import { dayWords } from './day-words.ts'
import { daysOff } from './days-off.ts'
import { weekWords } from './week-words.ts'

/** Acts on a calendar; each reads the list again. */
function useCalendarActs(calendar: CalendarView) {
  const client = useQueryClient()
  const params = { calendar: calendar.slug }
  const settled = {
    onSettled: () => void refresh(client, listCalendarsContract),
    onError: (error: Error) => toast.error(error.message),
  }
  const choose = useMutation({
    mutationFn: () =>
      call(changeCalendarContract, {
        params,
        body: { isDefault: true, revision: calendar.revision },
      }),
    onSuccess: () => toast.success(`${calendar.name} counts where a step names no calendar.`),
    ...settled,
  })
  const remove = useMutation({
    mutationFn: (query: DeletionOfUsed) => call(deleteCalendarContract, { params, query }),
    onSuccess: () => toast.success(`The calendar ${calendar.name} is deleted.`),
    ...settled,
  })
  return { choose, remove }
}

type CardProps = { calendar: CalendarView; canManage: boolean; onChange(): void }

function CalendarCard({ calendar, canManage, onChange }: CardProps) {
  const { name, slug, rules, isDefault } = calendar
  const { choose, remove } = useCalendarActs(calendar)
  const off = daysOff(calendar, new Date())
  return (
    <li className="space-y-3 rounded-lg border bg-card p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 flex-1 basis-40 font-medium wrap-anywhere">
          {name} <code className="text-xs font-normal text-muted-foreground">{slug}</code>{' '}
          {isDefault ? <Badge variant="secondary">default</Badge> : null}
        </h3>
        {canManage ? (
          <>
            {isDefault ? null : (
              <Button variant="ghost" size="sm" onClick={() => choose.mutate()}>
                Make default<span className="sr-only">: {name}</span>
              </Button>
            )}
            <Button variant="outline" size="sm" onClick={onChange}>
              Change<span className="sr-only"> {name}</span>
            </Button>
            <DeleteUsed
              name={name}
              ownName={slug}
              queryKey={['calendar', slug]}
              readUsedBy={(signal) =>
                call(getCalendarContract, { params: { calendar: slug }, signal })
              }
              readOthers={async (signal) =>
                (await call(listCalendarsContract, { signal })).items.map((one) => ({
                  value: one.slug,
                  title: one.name,
                }))
              }
              description="Runs that wait keep the time for which they wait."
              onConfirm={(query) => remove.mutate(query)}
            />
          </>
        ) : null}
      </div>
      <p className="text-sm">
        {weekWords(rules.hours)}
        <span className="text-muted-foreground">
          {' '}
          · {rules.timeZone ?? 'time zone of the organization'}
        </span>
      </p>
      {off.length > 0 ? (
        <p className="text-sm text-muted-foreground">
          Next days off: {off.map(({ date, reason }) => `${dayWords(date)} (${reason})`).join(', ')}
        </p>
      ) : null}
    </li>
  )
}

/** The calendars of the organization: when people work. */
export function Calendars({ canManage }: { canManage: boolean }) {
  const query = useQuery(queryOf(listCalendarsContract, {}))
  const [open, setOpen] = useState<CalendarView | 'new'>()
  return (
    <SettingsSection
      title="Business calendars"
      description="When people work. Due dates, reminders, waits and schedules count by them."
    >
      <Loaded
        query={query}
        what="The calendars"
        loading={<LoadingRows label="Loading the calendars" rows={2} rowClass="h-20" />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon={CalendarDaysIcon}
              title="No calendar yet"
              description="Until there is one, people work Monday to Friday, 09:00 to 17:00."
            />
          ) : (
            <ul className="space-y-3" aria-label="Calendars">
              {items.map((calendar) => (
                <CalendarCard
                  key={calendar.id}
                  calendar={calendar}
                  canManage={canManage}
                  onChange={() => setOpen(calendar)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {canManage ? (
        <Button variant="outline" onClick={() => setOpen('new')}>
          <PlusIcon aria-hidden /> New calendar
        </Button>
      ) : null}
      <CalendarDialog calendar={open} onClose={() => setOpen(undefined)} />
    </SettingsSection>
  )
}
