'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { toast } from 'sonner'
import type { z } from 'zod'
import { LoadFailure } from '#components/shared/load-failure'
import { Button } from '#components/ui/button'
import { Label } from '#components/ui/label'
import { NumberInput } from '#components/ui/number-input'
import { Skeleton } from '#components/ui/skeleton'
import { queryOf } from '#components/shared/queries'
import {
  changeSettingsContract,
  changeSettingsSchema,
  getSettingsContract,
  type SettingsView,
} from '#lib/contracts/settings'
import { call } from '#lib/http/client'
import { TextField } from '#components/shared/text-field'

type Fields = z.infer<typeof changeSettingsSchema>

const fieldsOf = ({ name, timeZone, retentionDays }: SettingsView): Fields => ({
  name,
  timeZone,
  retentionDays,
})
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
  return (
    <form
      className="max-w-md space-y-4"
      noValidate
      onSubmit={(event) => void form.handleSubmit((fields) => save.mutate(fields))(event)}
    >
      <TextField label="Name" error={errors.name} {...form.register('name')} />
      <TextField
        label="Time zone"
        list="time-zones"
        help="Dates that a caller leaves out are today in this zone."
        error={errors.timeZone}
        {...form.register('timeZone')}
      />
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <div className="space-y-1.5">
        <Label htmlFor="kept-days">Keep ended runs (days)</Label>
        <Controller
          control={form.control}
          name="retentionDays"
          render={({ field }) => (
            <NumberInput
              id="kept-days"
              ref={field.ref}
              min={1}
              max={3650}
              value={field.value}
              onChange={(days) => field.onChange(days ?? null)}
              onBlur={field.onBlur}
              aria-describedby="kept-days-help"
            />
          )}
        />
        <p id="kept-days-help" className="text-sm text-muted-foreground">
          For workflows that do not say it themselves. Older runs are deleted with all they hold,
          for good. Empty: runs are kept.
        </p>
      </div>
      <Button type="submit" disabled={!isDirty || save.isPending}>
        {save.isPending ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}

/** Name, time zone and retention of the organization. */
export function OrganizationSettings() {
  const query = useQuery({
    ...queryOf(getSettingsContract),
    refetchOnWindowFocus: false,
  })
  return (
    <section className="space-y-4" aria-labelledby="organization-title">
      <h2 id="organization-title" className="text-base font-semibold">
        Organization
      </h2>
      {query.data ? (
        <Form settings={query.data} />
      ) : query.isError ? (
        <LoadFailure what="The settings" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div aria-busy="true" aria-label="Loading the settings">
          <Skeleton className="h-32 w-96" />
        </div>
      )}
    </section>
  )
}
