'use client'

import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { updateTemplateContract, type TemplateView } from '#lib/contracts/data/templates'
import { call } from '#lib/http/client'
import { showTemplateRefusal } from './show-template-refusal.ts'

type Fields = { name: string; slug: string; replace: 'no' | 'yes' }
type Props = { template: TemplateView; onRenamed(template: TemplateView): void }

const replacing = [
  { id: 'no', label: 'keep the old short name; they still find the template' },
  { id: 'yes', label: 'name the new short name; what is published gets a next version' },
]

function Form({ template, onRenamed, onCancel }: Props & { onCancel(): void }) {
  const { name, slug, usedBy, usedByOthers } = template
  const form = useForm<Fields>({ defaultValues: { name, slug, replace: 'no' } })
  const { errors } = form.formState
  const wanted = useWatch({ control: form.control, name: 'slug' })
  const rename = useMutation({
    mutationFn: (fields: Fields) =>
      call(updateTemplateContract, {
        params: { template: template.id },
        body: { name: fields.name, slug: fields.slug, replace: fields.replace === 'yes' },
      }),
    onSuccess: onRenamed,
    onError: (error) => showTemplateRefusal(form.setError, error, ['name', 'slug']),
  })
  const users = usedBy.length + usedByOthers
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => void form.handleSubmit((fields) => rename.mutate(fields))(event)}
    >
      <TextField
        label="Name"
        maxLength={200}
        autoComplete="off"
        error={errors.name}
        {...form.register('name', { required: 'A template needs a name.' })}
      />
      <TextField
        label="Short name"
        className="font-mono"
        autoComplete="off"
        spellCheck={false}
        error={errors.slug}
        {...form.register('slug', { required: 'A template needs a short name.' })}
      />
      {wanted !== slug && users > 0 ? (
        <LabelledSelect
          label={users === 1 ? 'The workflow that uses it' : `The ${users} workflows that use it`}
          options={replacing}
          {...form.register('replace')}
        />
      ) : null}
      {errors.root ? (
        <p role="alert" className="text-sm text-destructive">
          {errors.root.message}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={rename.isPending}>
          {rename.isPending ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

/** Name and slug; workflows that name the old slug still find the template. */
export function RenameDialog({
  open,
  onOpenChange,
  template,
  onRenamed,
}: Props & { open: boolean; onOpenChange(open: boolean): void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Rename the template</DialogTitle>
          <DialogDescription>Workflows follow a changed short name.</DialogDescription>
        </DialogHeader>
        <Form
          template={template}
          onCancel={() => onOpenChange(false)}
          onRenamed={(renamed) => {
            onOpenChange(false)
            onRenamed(renamed)
          }}
        />
      </DialogContent>
    </Dialog>
  )
}
