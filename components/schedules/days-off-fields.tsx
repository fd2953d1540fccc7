'use client'

import { useWatch, type UseFormReturn } from 'react-hook-form'
import { NativeSelect } from '#components/shared/fields/native-select'
import type { CalendarView } from '#lib/contracts/organization/calendars'
import { daysOffPolicies } from '#lib/domain/schedule/schedule'
import { daysOffChoices } from './days-off-words.ts'
import type { ScheduleDraft } from './schedule-draft.ts'
import { ScheduleField } from './schedule-field.tsx'

type Props = { form: UseFormReturn<ScheduleDraft>; calendars: readonly CalendarView[] }

const usual = 'Monday to Friday'

/** The calendar that counts where none is chosen. */
const countingName = (calendars: readonly CalendarView[]): string =>
  calendars.find(({ isDefault }) => isDefault)?.name ?? usual

/** What happens on days on which nobody works, and by which calendar. */
export function DaysOffFields({ form, calendars }: Props) {
  const daysOff = useWatch({ control: form.control, name: 'daysOff' })
  const problem = form.formState.errors.daysOff?.message
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <ScheduleField
        id="schedule-daysOff"
        label="On days off"
        help="Days on which nobody works by the calendar, such as holidays."
        problem={problem}
      >
        <NativeSelect
          id="schedule-daysOff"
          aria-invalid={problem !== undefined}
          aria-describedby="schedule-daysOff-help"
          {...form.register('daysOff')}
        >
          {daysOffPolicies.map((policy) => (
            <option key={policy} value={policy}>
              {daysOffChoices[policy]}
            </option>
          ))}
        </NativeSelect>
      </ScheduleField>
      {daysOff === 'run' ? null : (
        <ScheduleField
          id="schedule-calendar"
          label="Calendar"
          help="Calendars are kept under Settings → Calendars."
        >
          <NativeSelect
            id="schedule-calendar"
            aria-describedby="schedule-calendar-help"
            {...form.register('calendar')}
          >
            <option value="">The usual one ({countingName(calendars)})</option>
            {calendars.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </ScheduleField>
      )}
    </div>
  )
}
