'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Controller, useForm, type Control, type FieldError } from 'react-hook-form'
import { toast } from '#components/shared/messages/toast'
import { DescribedField } from '#components/shared/fields/described-field'
import { Loaded } from '#components/shared/loading/loaded'
import { Loading } from '#components/shared/loading/loading'
import { queryOf } from '#components/shared/loading/queries'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Button } from '#components/ui/input/button'
import { NumberInput } from '#components/ui/input/number-input'
import { getModelUseContract, type ModelUseView } from '#lib/contracts/integrations/models'
import { changeSettingsContract } from '#lib/contracts/organization/settings'
import { modelLimitsSchema, type ModelLimits } from '#lib/domain/ask/model-limits'
import { call } from '#lib/http/client'
import { wordsOfUse } from './words-of-use.ts'

const fields = [
  { name: 'tokensPerDay', label: 'Tokens a day', help: 'Input and output together.', min: 1 },
  { name: 'tokensPerMonth', label: 'Tokens a month', help: '', min: 1 },
  {
    name: 'dollarsPerDay',
    label: 'Dollars a day',
    help: 'By the prices of each connection; one without prices is then not called.',
    min: 0.01,
  },
  { name: 'dollarsPerMonth', label: 'Dollars a month', help: '', min: 0.01 },
  {
    name: 'callsPerMinute',
    label: 'Calls a minute',
    help: 'Steps over it wait for their turn.',
    min: 1,
  },
] as const

type FieldProps = {
  field: (typeof fields)[number]
  control: Control<ModelLimits>
  error: FieldError | undefined
}

function LimitField({ field: { name, label, help, min }, control, error }: FieldProps) {
  const id = useId()
  return (
    <DescribedField id={id} label={label} help={help} error={error}>
      {(described) => (
        <Controller
          control={control}
          name={name}
          render={({ field }) => (
            <NumberInput
              id={id}
              ref={field.ref}
              min={min}
              fractions={min < 1}
              value={field.value}
              onChange={(value) => field.onChange(value ?? null)}
              onBlur={field.onBlur}
              {...described}
            />
          )}
        />
      )}
    </DescribedField>
  )
}

function Form({ use: { limits, today, month } }: { use: ModelUseView }) {
  const client = useQueryClient()
  const form = useForm<ModelLimits>({
    resolver: zodResolver(modelLimitsSchema),
    defaultValues: limits,
  })
  const save = useMutation({
    mutationFn: (modelLimits: ModelLimits) =>
      call(changeSettingsContract, { body: { modelLimits } }),
    onSuccess: ({ modelLimits }) => {
      form.reset(modelLimits)
      void client.invalidateQueries({ queryKey: queryOf(getModelUseContract).queryKey })
      toast.success('Saved.')
    },
    onError: (error) => toast.error(error.message),
  })
  const { errors, isDirty } = form.formState
  const submit = form.handleSubmit((given) => save.mutate(given))
  return (
    <form className="max-w-md space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-muted-foreground">Used today</dt>
        <dd>{wordsOfUse(today)}</dd>
        <dt className="text-muted-foreground">This month</dt>
        <dd>{wordsOfUse(month)}</dd>
      </dl>
      {fields.map((field) => (
        <LimitField
          key={field.name}
          field={field}
          control={form.control}
          error={errors[field.name]}
        />
      ))}
      <Button type="submit" disabled={!isDirty || save.isPending}>
        {save.isPending ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}

/** What language models may use, and what they used. An empty field is no limit. */
export function ModelLimitsForm() {
  const query = useQuery({ ...queryOf(getModelUseContract), refetchOnWindowFocus: false })
  return (
    <Loaded
      query={query}
      what="What models use"
      loading={
        <Loading label="Loading what models use">
          <Skeleton className="h-32 w-96 max-w-full" />
        </Loading>
      }
    >
      {(use) => <Form use={use} />}
    </Loaded>
  )
}
