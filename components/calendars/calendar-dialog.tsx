'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { toast } from '#components/shared/messages/toast'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { TextField } from '#components/shared/fields/text-field'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import {
  changeCalendarContract,
  createCalendarContract,
  listCalendarsContract,
  type CalendarView,
} from '#lib/contracts/organization/calendars'
import { usualRules, type CalendarRules } from '#lib/domain/calendar/calendar'
import { call } from '#lib/http/client'
import { HolidayFields } from './holiday-fields.tsx'
import { SpecialDays } from './special-days.tsx'
import { WeekFields } from './week-fields.tsx'

type Fields = { name: string; rules: CalendarRules }

async function save(calendar: CalendarView | undefined, fields: Fields): Promise<CalendarView> {
  if (!calendar) return await call(createCalendarContract, { body: fields })
  const { slug, revision } = calendar
  return await call(changeCalendarContract, {
    params: { calendar: slug },
    body: { ...fields, revision },
  })
}

function ZoneField({ form }: { form: UseFormReturn<Fields> }) {
  const timeZone = useWatch({ control: form.control, name: 'rules.timeZone' })
  return (
    <LabelledSelect
      label="Time zone"
      options={[
        { id: '', label: 'That of the organization' },
        ...Intl.supportedValuesOf('timeZone').map((zone) => ({ id: zone, label: zone })),
      ]}
      value={timeZone ?? ''}
      onChange={({ target }) => form.setValue('rules.timeZone', target.value || null)}
    />
  )
}

type FormProps = { calendar: CalendarView | undefined; onDone(): void }

function CalendarForm({ calendar, onDone }: FormProps) {
  const client = useQueryClient()
  const form = useForm<Fields>({
    defaultValues: { name: calendar?.name ?? '', rules: calendar?.rules ?? usualRules },
  })
  const rules = useWatch({ control: form.control, name: 'rules' })
  const { errors } = form.formState
  const change = useMutation({
    mutationFn: (fields: Fields) => save(calendar, fields),
    onSuccess: ({ name }) => {
      toast.success(`The calendar ${name} is saved.`)
      void refresh(client, listCalendarsContract)
      onDone()
    },
    onError: (error) => showRefusal(form.setError, error, { fields: ['name'], otherwise: 'root' }),
  })
  const submit = form.handleSubmit((fields) => change.mutate(fields))
  const set = (part: Partial<CalendarRules>) => form.setValue('rules', { ...rules, ...part })
  return (
    <form className="min-w-0 space-y-5" noValidate onSubmit={(event) => void submit(event)}>
      <DialogHeader>
        <DialogTitle>{calendar ? `Change ${calendar.name}` : 'New calendar'}</DialogTitle>
        <DialogDescription>
          {calendar
            ? 'What waits already keeps the time for which it waits.'
            : 'Says when people work: due dates, reminders, waits and schedules count by it.'}
        </DialogDescription>
      </DialogHeader>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={80}
          placeholder="Billing office"
          error={errors.name}
          {...form.register('name')}
        />
        <ZoneField form={form} />
      </div>
      <WeekFields hours={rules.hours} onChange={(hours) => set({ hours })} />
      <HolidayFields rules={rules} onChange={set} />
      <SpecialDays days={rules.special} onChange={(special) => set({ special })} />
      {errors.root ? (
        <p role="alert" className="text-sm text-destructive">
          {errors.root.message}
        </p>
      ) : null}
      <DialogFooter>
        <Button type="button" variant="outline" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={change.isPending}>
          {change.isPending ? 'Saving…' : 'Save'}
        </Button>
      </DialogFooter>
    </form>
  )
}

type Props = {
  /** A calendar to change, `new`, or nothing while the dialog is closed. */
  calendar: CalendarView | 'new' | undefined
  onClose(): void
}

/** Creates a calendar or changes one. */
export function CalendarDialog({ calendar, onClose }: Props) {
  return (
    <Dialog open={calendar !== undefined} onOpenChange={onClose}>
      <DialogContent className="max-h-[90dvh] overflow-y-auto sm:max-w-3xl">
        {calendar ? (
          <CalendarForm calendar={calendar === 'new' ? undefined : calendar} onDone={onClose} />
        ) : null}
      </DialogContent>
    </Dialog>
  )
}
