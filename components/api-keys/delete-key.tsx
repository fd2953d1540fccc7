'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { formatInstant } from '#components/shared/display/format'
import { TextField } from '#components/shared/fields/text-field'
import { refresh } from '#components/shared/loading/queries'
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from '#components/ui/overlay/alert-dialog'
import { Button } from '#components/ui/input/button'
import {
  deleteApiKeyContract,
  listApiKeysContract,
  type ApiKeyView,
} from '#lib/contracts/organization/api-keys'
import { call } from '#lib/http/client'

function describeUse({ lastUsedAt, lastUsedFor }: ApiKeyView): string {
  if (!lastUsedAt) return 'It has never been used.'
  const purpose = lastUsedFor ? ` for ${lastUsedFor}` : ''
  return `It was last used on ${formatInstant(lastUsedAt)}${purpose}; that stops.`
}

/** What stops: the workflows that only this key was for, and the key before the last rotation. */
function describeReach({ workflows, previousUntil }: ApiKeyView): string {
  const names = workflows?.map(({ name }) => `“${name}”`).join(', ')
  const calls = names ? `Calls for ${names} stop. ` : ''
  return previousUntil ? `${calls}The key before the rotation ends, too.` : calls
}

/** Deletes the key as soon as its name is typed and the button pressed. */
function TypedConfirmation({ apiKey, onDeleted }: { apiKey: ApiKeyView; onDeleted(): void }) {
  const form = useForm({ defaultValues: { name: '' } })
  const typed = useWatch({ control: form.control, name: 'name' })
  const remove = useMutation({
    mutationFn: (confirm: string) =>
      call(deleteApiKeyContract, { params: { id: apiKey.id }, query: { confirm } }),
    onSuccess: onDeleted,
    onError: (error) => showRefusal(form.setError, error, { fields: [], otherwise: 'name' }),
  })
  const submit = form.handleSubmit(({ name }) => remove.mutate(name))
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Type the name of the key to confirm"
        autoComplete="off"
        error={form.formState.errors.name}
        {...form.register('name')}
      />
      <AlertDialogFooter>
        <AlertDialogCancel type="button">Keep it</AlertDialogCancel>
        <Button
          type="submit"
          variant="destructive"
          disabled={typed !== apiKey.name || remove.isPending}
        >
          Delete for good
        </Button>
      </AlertDialogFooter>
    </form>
  )
}

/** Deletes a key for good: says which use stops, and asks for the key's name. */
export function DeleteKey({ apiKey, onDone }: { apiKey: ApiKeyView; onDone(): void }) {
  const client = useQueryClient()
  const onDeleted = () => {
    onDone()
    toast.success(`The key “${apiKey.name}” is deleted.`)
    void refresh(client, listApiKeysContract)
  }
  return (
    <AlertDialog open onOpenChange={(open) => (open ? undefined : onDone())}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>Delete the API key “{apiKey.name}”?</AlertDialogTitle>
          <AlertDialogDescription>
            This is permanent. Every application that uses this key is refused from the next request
            on. {describeUse(apiKey)} {describeReach(apiKey)}
          </AlertDialogDescription>
        </AlertDialogHeader>
        <TypedConfirmation apiKey={apiKey} onDeleted={onDeleted} />
      </AlertDialogContent>
    </AlertDialog>
  )
}
