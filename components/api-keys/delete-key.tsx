'use client'

import { useQueryClient } from '@tanstack/react-query'
import { toast } from '#components/shared/messages/toast'
import { TypedConfirmation } from '#components/shared/actions/typed-confirmation'
import { formatInstant } from '#components/shared/display/format'
import { refresh } from '#components/shared/loading/queries'
import {
  AlertDialog,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogHeader,
  AlertDialogTitle,
} from '#components/ui/overlay/alert-dialog'
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
        <TypedConfirmation
          what="the key"
          name={apiKey.name}
          action="Delete for good"
          onConfirm={(confirm) =>
            call(deleteApiKeyContract, { params: { id: apiKey.id }, query: { confirm } })
          }
          onDone={onDeleted}
        />
      </AlertDialogContent>
    </AlertDialog>
  )
}
