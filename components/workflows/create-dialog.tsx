'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { ArrowRightIcon, LayoutGridIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useController, useForm, type Control, type UseFormRegister } from 'react-hook-form'
import { z } from 'zod'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import { createWorkflowContract } from '#schemas/workflows/workflows'
import { slugOf } from '#lib/domain/slug'
import { ApiFailure, call } from '#lib/http/client'
import { galleryAddress } from './gallery/addresses.ts'
import { templates } from './templates.ts'

const { name, slug } = createWorkflowContract.body.shape

/** An empty slug follows the name. */
const newWorkflowSchema = z.object({
  name,
  slug: z
    .string()
    .transform((text) => text || undefined)
    .pipe(slug),
  template: z.string(),
})
type Fields = z.input<typeof newWorkflowSchema>
type NewWorkflow = z.output<typeof newWorkflowSchema>
type FormControl = Control<Fields, unknown, NewWorkflow>

async function create(
  { template, ...named }: NewWorkflow,
  folderId: string | null,
): Promise<Workflow> {
  const definition = templates.find(({ id }) => id === template)?.definition
  return await call(createWorkflowContract, { body: { ...named, definition, folderId } })
}

/** The slug follows the name until the person writes it, and again when they empty it. */
function SlugField({ control, typedName }: { control: FormControl; typedName: string }) {
  const { field, fieldState } = useController({ control, name: 'slug' })
  const following = typedName.trim() ? slugOf(typedName) : ''
  return (
    <TextField
      label="Short name"
      help="Its name in addresses and in the API."
      maxLength={64}
      className="font-mono text-[13px]"
      error={fieldState.error}
      {...field}
      value={field.value || following}
    />
  )
}

function TemplateField({ register }: { register: UseFormRegister<Fields> }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">Start with</legend>
      {templates.map(({ id, title, description }) => (
        <label
          key={id}
          className="flex cursor-pointer items-start gap-3 rounded-lg border p-3 has-[:checked]:border-primary has-[:checked]:bg-accent/50 has-[:focus-visible]:ring-2 has-[:focus-visible]:ring-ring"
        >
          <input
            type="radio"
            value={id}
            className="mt-1 size-4 accent-primary outline-none"
            {...register('template')}
          />
          <span>
            <span className="block text-sm font-medium">{title}</span>
            <span className="block text-xs text-muted-foreground">{description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The way to the ready workflows. */
function GalleryLink({ folderId }: { folderId: string | null }) {
  return (
    <Link
      href={galleryAddress(folderId)}
      className="flex items-center gap-3 rounded-lg border border-dashed p-3 outline-none hover:bg-accent/50 focus-visible:ring-2 focus-visible:ring-ring"
    >
      <LayoutGridIcon aria-hidden className="size-4 shrink-0 text-primary" />
      <span className="grow">
        <span className="block text-sm font-medium">Start from the gallery</span>
        <span className="block text-xs text-muted-foreground">
          Ready workflows for intake, authorizations, billing and records, with cases to try.
        </span>
      </span>
      <ArrowRightIcon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
    </Link>
  )
}

type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  /** The folder for it; null: the top. */
  folderId: string | null
  onCreated(workflow: Workflow): void
}

function useNewWorkflow(folderId: string | null, onCreated: Props['onCreated']) {
  const form = useForm<Fields, unknown, NewWorkflow>({
    resolver: zodResolver(newWorkflowSchema),
    defaultValues: { name: '', slug: '', template: 'blank' },
  })
  const save = useMutation({
    mutationFn: (workflow: NewWorkflow) => create(workflow, folderId),
    onSuccess: onCreated,
    onError: (error) => {
      // The slug is taken.
      const isTaken = error instanceof ApiFailure && error.status === 409
      const otherwise = isTaken ? 'slug' : 'root'
      showRefusal(form.setError, error, { fields: ['name', 'slug'], otherwise })
    },
  })
  return { form, save }
}

/** Asks for a name, a slug and a template, and creates the workflow. */
export function CreateDialog({ open, onOpenChange, folderId, onCreated }: Props) {
  const { form, save } = useNewWorkflow(folderId, onCreated)
  const { errors } = form.formState
  const typedName = form.watch('name')
  const change = (next: boolean) => {
    form.clearErrors()
    onOpenChange(next)
  }
  const submit = form.handleSubmit((workflow) => save.mutate(workflow))
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent className="max-h-[92dvh] overflow-y-auto">
        <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
          <DialogHeader>
            <DialogTitle>New workflow</DialogTitle>
            <DialogDescription>Everything here can be changed later.</DialogDescription>
          </DialogHeader>
          <TextField
            label="Name"
            autoFocus
            maxLength={200}
            error={errors.name}
            {...form.register('name')}
          />
          <SlugField control={form.control} typedName={typedName} />
          <TemplateField register={form.register} />
          <GalleryLink folderId={folderId} />
          {errors.root ? (
            <p role="alert" className="text-sm text-destructive">
              {errors.root.message}
            </p>
          ) : null}
          <DialogFooter>
            <Button type="button" variant="outline" onClick={() => change(false)}>
              Cancel
            </Button>
            <Button type="submit" disabled={typedName.trim() === '' || save.isPending}>
              {save.isPending ? 'Creating…' : 'Create'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
