'use client'

import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { AlertDialogCancel, AlertDialogFooter } from '#components/ui/overlay/alert-dialog'
import { Button } from '#components/ui/input/button'
import { TextField } from '../fields/text-field.tsx'
import { showRefusal } from './show-refusal.ts'

type Props = {
  /** What is named, as in "the key". */
  what: string
  name: string
  /** The words of the button. */
  action: string
  /** Does it; `confirm` is what was typed. A refusal is shown at the field. */
  onConfirm(confirm: string): Promise<unknown>
  onDone(): void
}

/** The form inside of an alert dialog whose button works once the name of the thing is typed. */
export function TypedConfirmation({ what, name, action, onConfirm, onDone }: Props) {
  const form = useForm({ defaultValues: { name: '' } })
  const typed = useWatch({ control: form.control, name: 'name' })
  const act = useMutation({
    mutationFn: onConfirm,
    onSuccess: onDone,
    onError: (error) => showRefusal(form.setError, error, { fields: [], otherwise: 'name' }),
  })
  const submit = form.handleSubmit((values) => act.mutate(values.name))
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={`Type the name of ${what} to confirm`}
        autoComplete="off"
        error={form.formState.errors.name}
        {...form.register('name')}
      />
      <AlertDialogFooter>
        <AlertDialogCancel type="button">Keep it</AlertDialogCancel>
        <Button type="submit" variant="destructive" disabled={typed !== name || act.isPending}>
          {action}
        </Button>
      </AlertDialogFooter>
    </form>
  )
}
