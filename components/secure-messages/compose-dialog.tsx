'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PaperclipIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import { useForm, useWatch, type UseFormRegister, type UseFormReturn } from 'react-hook-form'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { TextAreaField } from '#components/shared/fields/text-area-field'
import { TextField } from '#components/shared/fields/text-field'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { Label } from '#components/ui/input/label'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { uploadFileContract, type FileView } from '#lib/contracts/data/files'
import {
  listSecureMessagesContract,
  sendSecureMessageContract,
} from '#lib/contracts/runs/secure-messages'
import { countOf } from '#lib/domain/count-of'
import { secureMessageLimits as limits } from '#lib/domain/secure-message-words'
import { call, request } from '#lib/http/client'
import { CodeWayFields, codeWayBody, firstWay, type CodeWayInput } from './code-way-fields.tsx'

type Fields = CodeWayInput & { to: string; subject: string; text: string; validDays: string }

const start: Fields = {
  ...firstWay,
  to: '',
  subject: '',
  text: '',
  validDays: String(limits.validDays),
}

async function upload(file: File): Promise<string> {
  const form = new FormData()
  form.append('file', file)
  const stored = await request<FileView>(uploadFileContract.method, uploadFileContract.path, {
    form,
  })
  return stored.id
}

const lives = [1, 3, 7, 14, limits.validDays].map((days) => ({
  id: String(days),
  label: countOf(days, 'day'),
}))

const addressesIn = (to: string): string[] => to.split(/[\s,;]+/).filter(Boolean)

async function send(fields: Fields, files: File[]): Promise<{ id: string }> {
  const { to, subject, text, validDays } = fields
  const fileIds = []
  for (const file of files) fileIds.push(await upload(file))
  const recipients = addressesIn(to).map((email) => ({ email, ...codeWayBody(fields) }))
  const body = { recipients, subject, text, fileIds, validDays: Number(validDays) }
  return await call(sendSecureMessageContract, { body })
}

/** Chooses files of this computer to attach. */
function Attach({ files, onChange }: { files: File[]; onChange(files: File[]): void }) {
  const id = useId()
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>
        <PaperclipIcon className="size-4" aria-hidden /> Attachments
      </Label>
      <input
        id={id}
        type="file"
        multiple
        className="block w-full text-sm file:mr-3 file:h-8 file:rounded-md file:border file:bg-background file:px-3 file:text-sm file:font-medium"
        onChange={(event) => onChange([...(event.target.files ?? [])].slice(0, limits.files))}
      />
      <p className="text-sm text-muted-foreground">
        {files.length > 0 ? `${files.length} chosen. ` : ''}At most {limits.files} files of 25 MB.
      </p>
    </div>
  )
}

type Form = UseFormReturn<Fields>

/** To whom, what, and how the code gets there. */
function MessageFields({ form }: { form: Form }) {
  const { errors } = form.formState
  const codeWay = useWatch({ control: form.control, name: 'codeWay' })
  return (
    <>
      <TextField
        label="To"
        help="E-mail addresses, with commas between them"
        autoComplete="off"
        error={errors.to}
        {...form.register('to', { required: 'Name a recipient.' })}
      />
      <TextField
        label="Subject"
        help="Only shown after the code"
        autoComplete="off"
        error={errors.subject}
        {...form.register('subject')}
      />
      <TextAreaField label="Text" rows={6} error={errors.text} {...form.register('text')} />
      <CodeWayFields
        codeWay={codeWay}
        register={form.register as unknown as UseFormRegister<CodeWayInput>}
        errors={errors}
      />
      <LabelledSelect label="Deleted after" options={lives} {...form.register('validDays')} />
    </>
  )
}

function ComposeForm({ onCancel }: { onCancel(): void }) {
  const client = useQueryClient()
  const router = useRouter()
  const [files, setFiles] = useState<File[]>([])
  const form = useForm<Fields>({ defaultValues: start })
  const sending = useMutation({
    mutationFn: (fields: Fields) => send(fields, files),
    onSuccess: ({ id }) => {
      void refresh(client, listSecureMessagesContract)
      router.push(`/secure-messages/${id}`)
    },
    onError: (error) =>
      showRefusal(form.setError, error, {
        fields: ['subject', 'text'],
        otherwise: 'root',
      }),
  })
  const { errors } = form.formState
  const submit = form.handleSubmit((fields) => sending.mutate(fields))
  return (
    <form className="min-w-0 space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <DialogHeader>
        <DialogTitle>Send an encrypted mail</DialogTitle>
        <DialogDescription>
          The recipient gets a mail with a link and nothing of the message, and reads it after a
          one-time code.
        </DialogDescription>
      </DialogHeader>
      <MessageFields form={form} />
      <Attach files={files} onChange={setFiles} />
      {errors.root ? (
        <p role="alert" className="text-sm text-destructive">
          {errors.root.message}
        </p>
      ) : null}
      <DialogFooter>
        <Button type="button" variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={sending.isPending}>
          {sending.isPending ? 'Sending…' : 'Send'}
        </Button>
      </DialogFooter>
    </form>
  )
}

type Props = { open: boolean; onOpenChange(open: boolean): void }

/** The form of an encrypted mail. */
export function ComposeDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className="max-h-[90dvh] overflow-y-auto sm:max-w-xl">
        <ComposeForm onCancel={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}
