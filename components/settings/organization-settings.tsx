'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm, type Control } from 'react-hook-form'
import { toast } from '#components/shared/messages/toast'
import type { z } from 'zod'
import { Loaded } from '#components/shared/loading/loaded'
import { Loading } from '#components/shared/loading/loading'
import { queryOf } from '#components/shared/loading/queries'
import { TextAreaField } from '#components/shared/fields/text-area-field'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import { Label } from '#components/ui/input/label'
import { NumberInput } from '#components/ui/input/number-input'
import { Skeleton } from '#components/ui/feedback/skeleton'
import {
  changeSettingsContract,
  getSettingsContract,
  type SettingsView,
} from '#lib/contracts/organization/settings'
import { changeSettingsSchema } from '#schemas/organization/settings'
import { call } from '#lib/http/client'
import { OrganizationLogo } from './organization/organization-logo.tsx'
import { SavedFormsField } from './organization/saved-forms-field.tsx'
import { SessionLimitFields } from './session-limit-fields.tsx'
import { SettingsSection } from './settings-section.tsx'

type Fields = z.infer<typeof changeSettingsSchema>

const fieldsOf = (settings: SettingsView): Fields => {
  const { name, timeZone, retentionDays } = settings
  const { privacyNote, savedForms, sessionIdleMinutes, sessionHours } = settings
  return {
    name,
    timeZone,
    retentionDays,
    privacyNote: privacyNote ?? '',
    savedForms,
    sessionIdleMinutes,
    sessionHours,
  }
}

function TimeZones({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {Intl.supportedValuesOf('timeZone').map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  )
}

function RetentionField({ control }: { control: Control<Fields> }) {
  return (
    <div className="space-y-1.5">
      <Label htmlFor="retention-days">Keep ended runs (days)</Label>
      <Controller
        control={control}
        name="retentionDays"
        render={({ field }) => (
          <NumberInput
            id="retention-days"
            ref={field.ref}
            min={1}
            max={3650}
            value={field.value}
            onChange={(days) => field.onChange(days ?? null)}
            onBlur={field.onBlur}
            aria-describedby="retention-days-help"
          />
        )}
      />
      <p id="retention-days-help" className="text-sm text-muted-foreground">
        For workflows that do not say it themselves. Older runs are deleted with all their data, for
        good. Empty: runs are kept.
      </p>
    </div>
  )
}

function Form({ settings }: { settings: SettingsView }) {
  const client = useQueryClient()
  const form = useForm<Fields>({
    resolver: zodResolver(changeSettingsSchema),
    defaultValues: fieldsOf(settings),
  })
  const save = useMutation({
    mutationFn: (fields: Fields) => call(changeSettingsContract, { body: fields }),
    onSuccess: (saved) => {
      client.setQueryData(queryOf(getSettingsContract).queryKey, saved)
      form.reset(fieldsOf(saved))
      toast.success('Saved.')
    },
    onError: (error) => toast.error(error.message),
  })
  const { errors, isDirty } = form.formState
  const submit = form.handleSubmit((fields) => save.mutate(fields))
  return (
    <form className="max-w-md space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <TextField label="Name" error={errors.name} {...form.register('name')} />
      <TextField
        label="Time zone"
        list="time-zones"
        help="Dates that a caller leaves out are today in this zone."
        error={errors.timeZone}
        {...form.register('timeZone')}
      />
      <TimeZones id="time-zones" />
      <RetentionField control={form.control} />
      <TextAreaField
        label="Privacy note on shared forms"
        help="Markdown: how you use what people send. A form may have a note of its own."
        rows={4}
        error={errors.privacyNote}
        {...form.register('privacyNote')}
      />
      <SavedFormsField control={form.control} />
      <SessionLimitFields control={form.control} errors={errors} />
      <Button type="submit" disabled={!isDirty || save.isPending}>
        {save.isPending ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}

/** Logo, name, time zone and retention of the organization. How it sends mails: page Mails. */
export function OrganizationSettings() {
  const query = useQuery({
    ...queryOf(getSettingsContract),
    refetchOnWindowFocus: false,
  })
  return (
    <SettingsSection title="Organization">
      <Loaded
        query={query}
        what="The settings"
        loading={
          <Loading label="Loading the settings">
            <Skeleton className="h-32 w-96" />
          </Loading>
        }
      >
        {(settings) => (
          <div className="space-y-6">
            <OrganizationLogo settings={settings} />
            <Form settings={settings} />
          </div>
        )}
      </Loaded>
    </SettingsSection>
  )
}
