'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2Icon } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { toast } from 'sonner'
import { formatInstant } from '#components/shared/display/format'
import { refresh } from '#components/shared/loading/queries'
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from '#components/ui/overlay/alert-dialog'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { Label } from '#components/ui/input/label'
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

/** Deletes the key as soon as its name is typed and the button pressed. */
function TypedConfirmation({ apiKey, onDeleted }: { apiKey: ApiKeyView; onDeleted(): void }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const remove = useMutation({
    mutationFn: () =>
      call(deleteApiKeyContract, { params: { id: apiKey.id }, query: { confirm: typed } }),
    onSuccess: onDeleted,
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    remove.mutate()
  }
  return (
    <form className="space-y-4" onSubmit={onSubmit}>
      <div className="space-y-1.5">
        <Label htmlFor={id}>Type the name of the key to confirm</Label>
        <Input
          id={id}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        {remove.error ? (
          <p role="alert" className="text-sm text-destructive">
            {remove.error.message}
          </p>
        ) : null}
      </div>
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
export function DeleteApiKey({ apiKey }: { apiKey: ApiKeyView }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const onDeleted = () => {
    setOpen(false)
    toast.success(`The key “${apiKey.name}” is deleted.`)
    void refresh(client, listApiKeysContract)
  }
  return (
    <AlertDialog open={open} onOpenChange={setOpen}>
      <AlertDialogTrigger asChild>
        <Button variant="ghost" size="sm" aria-label={`Delete the key ${apiKey.name}`}>
          <Trash2Icon aria-hidden /> Delete
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>Delete the API key “{apiKey.name}”?</AlertDialogTitle>
          <AlertDialogDescription>
            This is permanent. Every application that uses this key is refused from the next request
            on. {describeUse(apiKey)}
          </AlertDialogDescription>
        </AlertDialogHeader>
        <TypedConfirmation apiKey={apiKey} onDeleted={onDeleted} />
      </AlertDialogContent>
    </AlertDialog>
  )
}
