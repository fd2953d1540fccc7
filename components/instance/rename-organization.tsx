'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextField } from '#components/shared/fields/text-field'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  listOrganizationsContract,
  renameOrganizationContract,
  type OrganizationView,
} from '#lib/contracts/instance/instance'
import { organizationNameSchema } from '#schemas/people-fields'
import { call } from '#lib/http/client'
import { OrganizationDialog } from './organization-dialog.tsx'

const schema = z.strictObject({ name: organizationNameSchema })
type Fields = z.infer<typeof schema>

/** Gives an organization another name; its slug and links stay. */
export function RenameOrganization({ organization }: { organization: OrganizationView }) {
  const { id, name } = organization
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const form = useForm<Fields>({ resolver: zodResolver(schema), values: { name } })
  const rename = useMutation({
    mutationFn: (body: Fields) => call(renameOrganizationContract, { params: { id }, body }),
    onSuccess: () => {
      setOpen(false)
      void refresh(client, listOrganizationsContract)
    },
    onError: (error) => showRefusal(form.setError, error, { fields: ['name'], otherwise: 'name' }),
  })
  return (
    <OrganizationDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="outline" size="sm">
          Rename <span className="sr-only">{name}</span>
        </Button>
      }
      title={`Rename ${name}`}
      description="Its members see the new name at once; links stay as they are."
      submit={{
        label: rename.isPending ? 'Saving…' : 'Save',
        busy: rename.isPending,
        onSubmit: () => void form.handleSubmit((given) => rename.mutate(given))(),
      }}
    >
      <TextField
        label="Name"
        autoComplete="off"
        error={form.formState.errors.name}
        {...form.register('name')}
      />
    </OrganizationDialog>
  )
}
