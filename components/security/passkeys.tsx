'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2Icon } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { toast } from '#components/shared/messages/toast'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { formatInstant } from '#components/shared/display/format'
import { LastUsed } from '#components/shared/display/last-used'
import { TextField } from '#components/shared/fields/text-field'
import { browserName } from '#components/settings/browser-name'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import {
  addPasskeyContract,
  getSecurityContract,
  removePasskeyContract,
  renamePasskeyContract,
  startPasskeyContract,
  type PasskeyView,
  type SecurityView,
} from '#lib/contracts/organization/security'
import { call } from '#lib/http/client'
import { makePasskey } from './ask-passkey.ts'
import { FactorRow } from './factor-row.tsx'
import { NewCodesDialog } from './new-codes-dialog.tsx'
import { useCanUsePasskeys } from './use-passkeys.ts'

type NameProps = {
  title: string
  description: string
  submit: string
  first: string
  onName(name: string): void
  onClose(): void
}

function NameDialog({ title, description, submit, first, onName, onClose }: NameProps) {
  const give = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onName(String(new FormData(event.currentTarget).get('name')).trim() || 'Passkey')
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent>
        <form className="space-y-4" onSubmit={give}>
          <DialogHeader>
            <DialogTitle>{title}</DialogTitle>
            <DialogDescription>{description}</DialogDescription>
          </DialogHeader>
          <TextField label="Name" name="name" defaultValue={first} maxLength={100} autoFocus />
          <DialogFooter>
            <Button type="submit">{submit}</Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

function PasskeyRow({ passkey }: { passkey: PasskeyView }) {
  const client = useQueryClient()
  const [renames, setRenames] = useState(false)
  const settled = {
    onError: (error: Error) => toast.error(error.message),
    onSettled: () => void refresh(client, getSecurityContract),
  }
  const { id, name, createdAt, lastUsedAt } = passkey
  const rename = useMutation({
    mutationFn: (to: string) => call(renamePasskeyContract, { params: { id }, body: { name: to } }),
    ...settled,
  })
  const remove = useMutation({
    mutationFn: () => call(removePasskeyContract, { params: { id } }),
    ...settled,
  })
  return (
    <li className="flex flex-wrap items-center gap-3">
      <span className="min-w-0 flex-1 basis-48">
        <span className="block truncate">{name}</span>
        <span className="block text-muted-foreground">
          Added {formatInstant(createdAt)}, <LastUsed at={lastUsedAt} />
        </span>
      </span>
      <Button variant="outline" size="sm" onClick={() => setRenames(true)}>
        Rename<span className="sr-only"> the passkey {name}</span>
      </Button>
      <ConfirmButton
        icon={Trash2Icon}
        label="Remove"
        about={`the passkey ${name}`}
        title={`Remove the passkey “${name}”?`}
        description="It does not sign you in any more. Delete it on your device, too."
        confirm="Remove it"
        keep="Keep it"
        onConfirm={() => remove.mutate()}
      />
      {renames ? (
        <NameDialog
          title="Rename the passkey"
          description="The name is for you alone."
          submit="Rename"
          first={name}
          onName={(to) => rename.mutate(to)}
          onClose={() => setRenames(false)}
        />
      ) : null}
    </li>
  )
}

/** Makes a passkey in this browser and adds it. `codes` are new recovery codes, shown once. */
function useNewPasskey() {
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  const add = useMutation({
    mutationFn: async (name: string) => {
      const { challengeId, options } = await call(startPasskeyContract)
      const response = await makePasskey(options)
      return await call(addPasskeyContract, { body: { challengeId, name, response } })
    },
    onSuccess: ({ recoveryCodes }) => {
      toast.success('The passkey is added.')
      if (recoveryCodes.length > 0) setCodes(recoveryCodes)
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => void refresh(client, getSecurityContract),
  })
  return { add, codes, onSaved: () => setCodes(undefined) }
}

/** One's passkeys: list, add, rename, remove. */
export function Passkeys({
  passkeys,
  passkeyHost,
}: Pick<SecurityView, 'passkeys' | 'passkeyHost'>) {
  const canUse = useCanUsePasskeys(passkeyHost)
  const [names, setNames] = useState(false)
  const { add, codes, onSaved } = useNewPasskey()
  return (
    <FactorRow
      title="Passkeys"
      description={
        canUse || passkeys.length > 0
          ? 'Sign in with your fingerprint, face or security key, without a password.'
          : 'This browser cannot make one here: it needs HTTPS at the address of this service.'
      }
      action={
        canUse ? (
          <Button
            variant="outline"
            size="sm"
            disabled={add.isPending}
            onClick={() => setNames(true)}
          >
            Add a passkey
          </Button>
        ) : undefined
      }
    >
      {passkeys.length > 0 ? (
        <ul className="space-y-3" aria-label="Your passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : null}
      {names ? (
        <NameDialog
          title="Add a passkey"
          description="Give it a name by which you know the device. Then your browser asks for it."
          submit="Continue"
          first={browserName(window.navigator.userAgent)}
          onName={(name) => add.mutate(name)}
          onClose={() => setNames(false)}
        />
      ) : null}
      {codes ? <NewCodesDialog codes={codes} onDone={onSaved} /> : null}
    </FactorRow>
  )
}
