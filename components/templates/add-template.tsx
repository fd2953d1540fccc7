'use client'

import { useMutation } from '@tanstack/react-query'
import { UploadIcon } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/layout/tabs'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { createTemplateContract, type TemplateView } from '#lib/contracts/data/templates'
import { slugOf } from '#lib/domain/slug'
import { templateKinds, type TemplateKind } from '#lib/domain/template/template-words'
import { call } from '#lib/http/client'
import { kindWords, starters } from './kinds.ts'
import { showTemplateRefusal } from './show-template-refusal.ts'
import { uploadTemplate } from './upload-template.ts'

type Fields = { name: string; slug: string; kind: TemplateKind; file: FileList | null }
type Form = UseFormReturn<Fields>

/** The name, and the slug, which follows the name until the person writes it. */
function Identity({ form }: { form: Form }) {
  const { errors } = form.formState
  const follows = useRef(true)
  const name = form.register('name', {
    required: 'A template needs a name.',
    onChange: (event: { target: { value: string } }) => {
      if (follows.current) form.setValue('slug', slugOf(event.target.value, ''))
    },
  })
  const slug = form.register('slug', {
    required: 'A template needs a short name.',
    onChange: () => {
      follows.current = false
    },
  })
  return (
    <>
      <TextField
        label="Name"
        maxLength={200}
        autoComplete="off"
        aria-required
        error={errors.name}
        {...name}
      />
      <TextField
        label="Short name"
        help="Workflows name the template by it. It can be changed later."
        className="font-mono"
        autoComplete="off"
        spellCheck={false}
        aria-required
        error={errors.slug}
        {...slug}
      />
    </>
  )
}

type PaneProps = { onDone(template: TemplateView): void; onCancel(): void }

/** A form of the dialog; `before` stands above name and slug. */
function Pane({
  form,
  before,
  action,
  pending,
  onSubmit,
  onCancel,
}: {
  form: Form
  before: ReactNode
  action: ReactNode
  pending: boolean
  onSubmit(fields: Fields): void
  onCancel(): void
}) {
  const { root } = form.formState.errors
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}
    >
      {before}
      <Identity form={form} />
      {root ? (
        <p role="alert" className="text-sm whitespace-pre-line text-destructive">
          {root.message}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={pending}>
          {action}
        </Button>
      </div>
    </form>
  )
}

const empty: Fields = { name: '', slug: '', kind: 'document', file: null }
const places = ['name', 'slug', 'file'] as const

function UploadPane({ onDone, onCancel }: PaneProps) {
  const form = useForm<Fields>({ defaultValues: empty })
  const upload = useMutation({
    mutationFn: ({ name, slug, file }: Fields) => uploadTemplate(slug, file?.[0], { name }),
    onSuccess: onDone,
    onError: (error) => showTemplateRefusal(form.setError, error, places),
  })
  const file = form.register('file', {
    validate: (files) => (files?.length ? true : 'Choose a file.'),
    onChange: (event: { target: { files: FileList | null } }) => {
      const name = event.target.files?.[0]?.name.replace(/\.[^.]+$/, '')
      if (!name || form.getValues('name') !== '') return
      form.setValue('name', name)
      if (form.getValues('slug') === '') form.setValue('slug', slugOf(name, ''))
    },
  })
  return (
    <Pane
      form={form}
      pending={upload.isPending}
      onSubmit={(fields) => upload.mutate(fields)}
      onCancel={onCancel}
      action={
        <>
          <UploadIcon aria-hidden /> {upload.isPending ? 'Reading the placeholders…' : 'Upload'}
        </>
      }
      before={
        <TextField
          label="Word document or PDF form"
          help="At most 10 MB. Placeholders stand in Word like {patient.name}; in a PDF they are its fields."
          type="file"
          accept=".docx,.pdf"
          error={form.formState.errors.file as never}
          {...file}
        />
      }
    />
  )
}

/** What a kind is when it is written here. */
const written: Partial<Record<TemplateKind, string>> = {
  document: 'HTML.',
  pdf: 'Pages with header, footer and numbers.',
}

function WritePane({ onDone, onCancel }: PaneProps) {
  const form = useForm<Fields>({ defaultValues: { ...empty, kind: 'text' } })
  const create = useMutation({
    mutationFn: ({ name, slug, kind }: Fields) =>
      call(createTemplateContract, { body: { name, slug, kind, source: starters[kind] } }),
    onSuccess: onDone,
    onError: (error) => showTemplateRefusal(form.setError, error, places),
  })
  return (
    <Pane
      form={form}
      pending={create.isPending}
      onSubmit={(fields) => create.mutate(fields)}
      onCancel={onCancel}
      action={create.isPending ? 'Adding…' : 'Add template'}
      before={
        <LabelledSelect
          label="Kind"
          options={templateKinds.map((id) => ({
            id,
            label: `${kindWords[id].title}: ${written[id] ?? kindWords[id].help}`,
          }))}
          {...form.register('kind')}
        />
      }
    />
  )
}

type Props = { open: boolean; onClose(): void; onAdded(slug: string): void }

/** Adds a template as a Word document or a PDF form, or as a text that is written in its page. */
export function AddTemplate({ open, onClose, onAdded }: Props) {
  const done = ({ slug }: TemplateView) => onAdded(slug)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <DialogContent className="max-h-[90dvh] overflow-y-auto sm:max-w-xl">
        <DialogHeader>
          <DialogTitle>Add a template</DialogTitle>
          <DialogDescription>Its placeholders become the fields of the step.</DialogDescription>
        </DialogHeader>
        <Tabs defaultValue="upload">
          <TabsList aria-label="How the template is given">
            <TabsTrigger value="upload">Upload a file</TabsTrigger>
            <TabsTrigger value="write">Write it here</TabsTrigger>
          </TabsList>
          <TabsContent value="upload" forceMount className="data-[state=inactive]:hidden">
            <UploadPane onDone={done} onCancel={onClose} />
          </TabsContent>
          <TabsContent value="write" forceMount className="data-[state=inactive]:hidden">
            <WritePane onDone={done} onCancel={onClose} />
          </TabsContent>
        </Tabs>
      </DialogContent>
    </Dialog>
  )
}
