'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2Icon } from 'lucide-react'
import { useId, useState } from 'react'
import { toast } from 'sonner'
import { formatInstant } from '#components/shared/format'
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from '#components/ui/alert-dialog'
import { Button } from '#components/ui/button'
import { Input } from '#components/ui/input'
import { Label } from '#components/ui/label'
import { refresh } from '#components/shared/queries'
import { deleteApiKeyContract, listApiKeysContract, type ApiKeyView } from '#lib/contracts/api-keys'
import { call } from '#lib/http/client'

/** Deletes a key for good: says which use stops, and asks for the key's name. */
export function DeleteApiKey({ apiKey }: { apiKey: ApiKeyView }) {
  const id = useId()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const remove = useMutation({
    mutationFn: () =>
      call(deleteApiKeyContract, { params: { id: apiKey.id }, query: { confirm: typed } }),
    onSuccess: () => {
      setOpen(false)
      toast.success(`The key “${apiKey.name}” is deleted.`)
      void refresh(client, listApiKeysContract)
    },
  })
  const change = (next: boolean) => {
    setOpen(next)
    setTyped('')
    remove.reset()
  }
  const use = apiKey.lastUsedAt
    ? `It was last used on ${formatInstant(apiKey.lastUsedAt)}${apiKey.lastUsedFor ? ` for ${apiKey.lastUsedFor}` : ''}; that stops.`
    : 'It has never been used.'
  return (
    <AlertDialog open={open} onOpenChange={change}>
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
            on. {use}
          </AlertDialogDescription>
        </AlertDialogHeader>
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault()
            remove.mutate()
          }}
        >
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
      </AlertDialogContent>
    </AlertDialog>
  )
}
