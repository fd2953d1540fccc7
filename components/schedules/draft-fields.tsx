'use client'

import { useQuery } from '@tanstack/react-query'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { NativeSelect } from '#components/shared/fields/native-select'
import { queryOf } from '#components/shared/loading/queries'
import { Input } from '#components/ui/input/input'
import { listCalendarsContract, type CalendarView } from '#lib/contracts/organization/calendars'
import { DaysOffFields } from './days-off-fields.tsx'
import { describeClockChanges } from './describe-clock-changes.ts'
import { NextOccurrences } from './next-occurrences.tsx'
import { RhythmFields } from './rhythm-fields.tsx'
import type { ScheduleDraft } from './schedule-draft.ts'
import { ScheduleField } from './schedule-field.tsx'

type Form = UseFormReturn<ScheduleDraft>
type Props = { form: Form }

const none: CalendarView[] = []
const zones = Intl.supportedValuesOf('timeZone')

/** The error of a field: in a filled one while typing, in an empty one only after a try to save. */
function problemOf(
  form: Form,
  field: 'workflowId' | 'name' | 'cron' | 'timeZone',
): string | undefined {
  const { errors, isSubmitted } = form.formState
  return isSubmitted || form.getValues(field) !== '' ? errors[field]?.message : undefined
}

type WorkflowProps = Props & { workflows: { id: string; name: string }[] | undefined }

/** The workflow of a new schedule; another one starts with its own data. */
export function WorkflowField({ form, workflows }: WorkflowProps) {
  const problem = problemOf(form, 'workflowId')
  return (
    <ScheduleField
      id="schedule-workflowId"
      label="Workflow"
      problem={problem}
      help={
        workflows?.length === 0
          ? 'Publish a workflow first; then it can be scheduled.'
          : 'Its published version runs.'
      }
    >
      <NativeSelect
        id="schedule-workflowId"
        aria-invalid={problem !== undefined}
        aria-describedby="schedule-workflowId-help"
        {...form.register('workflowId', { onChange: () => form.setValue('startData', {}) })}
      >
        <option value="">Choose a workflow</option>
        {workflows?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </ScheduleField>
  )
}

/** The name of the schedule. */
export function NameField({ form }: Props) {
  const problem = problemOf(form, 'name')
  return (
    <ScheduleField id="schedule-name" label="Name" problem={problem}>
      <Input
        id="schedule-name"
        maxLength={200}
        autoComplete="off"
        placeholder="Morning eligibility"
        aria-invalid={problem !== undefined}
        aria-describedby="schedule-name-help"
        {...form.register('name')}
      />
    </ScheduleField>
  )
}

/** When it runs: a common rhythm or cron, the time zone, and the next occurrences. */
export function TimeFields({ form }: Props) {
  const [cron, timeZone, daysOff, calendar] = useWatch({
    control: form.control,
    name: ['cron', 'timeZone', 'daysOff', 'calendar'],
  })
  const { data } = useQuery({ staleTime: 30_000, ...queryOf(listCalendarsContract) })
  const calendars = data?.items ?? none
  return (
    <>
      <RhythmFields
        cron={cron}
        onChange={(next) => form.setValue('cron', next, { shouldValidate: true })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <CronField form={form} />
        <TimeZoneField form={form} help={describeClockChanges(cron)} />
      </div>
      <DaysOffFields form={form} calendars={calendars} />
      <NextOccurrences {...{ cron, timeZone, daysOff, calendar, calendars }} />
    </>
  )
}

function CronField({ form }: Props) {
  const problem = problemOf(form, 'cron')
  return (
    <ScheduleField
      id="schedule-cron"
      label="As cron"
      help="For any other rhythm: minute, hour, day of the month, month, day of the week."
      problem={problem}
    >
      <Input
        id="schedule-cron"
        className="font-mono"
        spellCheck={false}
        autoComplete="off"
        aria-invalid={problem !== undefined}
        aria-describedby="schedule-cron-help"
        {...form.register('cron')}
      />
    </ScheduleField>
  )
}

function TimeZoneField({ form, help }: Props & { help: string }) {
  const problem = problemOf(form, 'timeZone')
  return (
    <ScheduleField id="schedule-timeZone" label="Time zone" help={help} problem={problem}>
      <Input
        id="schedule-timeZone"
        list="schedule-zones"
        autoComplete="off"
        aria-invalid={problem !== undefined}
        aria-describedby="schedule-timeZone-help"
        {...form.register('timeZone')}
      />
      <datalist id="schedule-zones">
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </ScheduleField>
  )
}
