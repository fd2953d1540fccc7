'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { Labelled } from '#components/shared/fields/labelled'
import { TextAreaField } from '#components/shared/fields/text-area-field'
import { readImport, type Imported } from './read-import.ts'

type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description: string
  action: string
  busy?: boolean
  failure?: string | undefined
  onImport(imported: Imported): void
}

/** The pasted text or file, as the workflow in it. */
const importSchema = z.object({
  text: z.string().transform((text, context): Imported => {
    const read = readImport(text)
    if (read.ok) return read.imported
    context.addIssue({ code: 'custom', message: read.fault })
    return z.NEVER
  }),
})
type Fields = z.input<typeof importSchema>

const useImportForm = () =>
  useForm<Fields, unknown, z.output<typeof importSchema>>({
    resolver: zodResolver(importSchema),
    defaultValues: { text: '' },
  })

function FileField({ onText }: { onText(text: string): void }) {
  const id = useId()
  return (
    <Labelled id={id} label="File">
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        className="rounded-md border border-input p-1.5 text-sm outline-none file:mr-3 file:rounded file:border-0 file:bg-secondary file:px-3 file:py-1 file:text-sm focus-visible:ring-2 focus-visible:ring-ring"
        onChange={(event) => void event.target.files?.[0]?.text().then(onText)}
      />
    </Labelled>
  )
}

/**
 * Imports a workflow from a file or pasted text. For unreadable text it shows the error and its
 * place.
 */
export function ImportDialog(props: Props) {
  const { open, onOpenChange, title, description, action, busy = false, failure, onImport } = props
  const form = useImportForm()
  const change = (next: boolean) => {
    form.reset()
    onOpenChange(next)
  }
  const submit = form.handleSubmit(({ text }) => onImport(text))
  const refused = failure === undefined ? undefined : { type: 'server', message: failure }
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent className="max-h-[90dvh] overflow-y-auto">
        <form className="grid min-w-0 gap-4" noValidate onSubmit={(event) => void submit(event)}>
          <DialogHeader>
            <DialogTitle>{title}</DialogTitle>
            <DialogDescription>{description}</DialogDescription>
          </DialogHeader>
          <FileField
            onText={(text) => {
              form.clearErrors()
              form.setValue('text', text)
            }}
          />
          <TextAreaField
            label="Or paste the JSON"
            rows={10}
            className="max-h-72 font-mono text-xs"
            spellCheck={false}
            error={form.formState.errors.text ?? refused}
            {...form.register('text')}
          />
          <DialogFooter>
            <Button type="button" variant="outline" onClick={() => change(false)}>
              Cancel
            </Button>
            <Button type="submit" disabled={form.watch('text').trim() === '' || busy}>
              {action}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
