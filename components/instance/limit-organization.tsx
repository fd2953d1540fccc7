'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Controller, useForm, type Control, type FieldError } from 'react-hook-form'
import { z } from 'zod'
import { DescribedField } from '#components/shared/fields/described-field'
import { refresh } from '#components/shared/loading/queries'
import { toast } from '#components/shared/messages/toast'
import { Button } from '#components/ui/input/button'
import { NumberInput } from '#components/ui/input/number-input'
import {
  listOrganizationsContract,
  setQuotasContract,
  type OrganizationView,
} from '#lib/contracts/instance/instance'
import { call } from '#lib/http/client'
import { OrganizationDialog } from './organization-dialog.tsx'

const megabyte = 1024 ** 2

const whole = z
  .int('Give a whole number.')
  .min(1, 'Give at least 1.')
  .max(100_000_000, 'Give at most 100,000,000.')
  .nullable()
const schema = z.strictObject({
  requestsPerMinute: whole,
  startsPerMinute: whole,
  storageMegabytes: whole,
  codeSecondsPerHour: whole,
})
type Fields = z.infer<typeof schema>

const fields = [
  {
    name: 'requestsPerMinute',
    label: 'API requests a minute',
    help: 'Of all its keys and people. Empty: as the installation says.',
  },
  {
    name: 'startsPerMinute',
    label: 'Runs that API keys start, a minute',
    help: 'What people, forms, schedules and mails start is never refused.',
  },
  {
    name: 'storageMegabytes',
    label: 'Files, in MB',
    help: 'Uploads over it are refused. What workflows make and receive is kept.',
  },
  {
    name: 'codeSecondsPerHour',
    label: 'Code steps, in seconds an hour',
    help: 'Steps over it wait for the next hour.',
  },
] as const

const fieldsOf = ({ quotas }: OrganizationView): Fields => ({
  requestsPerMinute: quotas.requestsPerMinute,
  startsPerMinute: quotas.startsPerMinute,
  storageMegabytes: quotas.storageBytes === null ? null : Math.ceil(quotas.storageBytes / megabyte),
  codeSecondsPerHour: quotas.codeSecondsPerHour,
})

async function save(id: string, given: Fields): Promise<void> {
  const { storageMegabytes, ...others } = given
  const storageBytes = storageMegabytes === null ? null : storageMegabytes * megabyte
  await call(setQuotasContract, { params: { id }, body: { ...others, storageBytes } })
}

type LimitProps = {
  field: (typeof fields)[number]
  control: Control<Fields>
  error: FieldError | undefined
}

function LimitField({ field: { name, label, help }, control, error }: LimitProps) {
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
              min={1}
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

/** Sets what an organization may use. An empty field is no limit. */
export function LimitOrganization({ organization }: { organization: OrganizationView }) {
  const { id, name } = organization
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const form = useForm<Fields>({ resolver: zodResolver(schema), values: fieldsOf(organization) })
  const limit = useMutation({
    mutationFn: (given: Fields) => save(id, given),
    onSuccess: () => {
      setOpen(false)
      toast.success('Saved.')
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => void refresh(client, listOrganizationsContract),
  })
  return (
    <OrganizationDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="outline" size="sm">
          Limits <span className="sr-only">of {name}</span>
        </Button>
      }
      title={`Limits of ${name}`}
      description="An empty field is no limit. The owners see them under Settings, Usage."
      submit={{
        label: limit.isPending ? 'Saving…' : 'Save',
        busy: limit.isPending,
        onSubmit: () => void form.handleSubmit((given) => limit.mutate(given))(),
      }}
    >
      {fields.map((field) => (
        <LimitField
          key={field.name}
          field={field}
          control={form.control}
          error={form.formState.errors[field.name]}
        />
      ))}
    </OrganizationDialog>
  )
}
