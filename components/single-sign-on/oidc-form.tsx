'use client'

import type { FormEvent } from 'react'
import { TextField } from '#components/shared/fields/text-field'
import { Alert, AlertDescription } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { DialogFooter } from '#components/ui/overlay/dialog'
import {
  changeSsoConnectionContract,
  createSsoConnectionContract,
  type SsoConnectionView,
} from '#lib/contracts/organization/single-sign-on'
import { call } from '#lib/http/client'
import { useSave } from './use-save.ts'

type Props = { connection: SsoConnectionView | undefined; onSaved(): void }

/** What the provider must be known by; the secret is never shown again. */
function Fields({ connection }: Pick<Props, 'connection'>) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={60}
        defaultValue={connection?.name}
        help="People see it on the sign-in page: “Continue with …”."
      />
      <TextField
        label="Issuer"
        name="issuer"
        type="url"
        required
        defaultValue={connection?.oidc?.issuer}
        placeholder="https://login.example.com"
        help="Of your own tenant, as its discovery document names it."
      />
      <TextField
        label="Client ID"
        name="clientId"
        required
        autoComplete="off"
        defaultValue={connection?.oidc?.clientId}
      />
      <TextField
        label="Client secret"
        name="clientSecret"
        type="password"
        required={!connection}
        autoComplete="off"
        help={connection ? 'Empty: the present one stays.' : 'Stored encrypted, never shown again.'}
      />
    </>
  )
}

/** The settings of an OpenID Connect provider; the secret is never shown again. */
export function OidcForm({ connection, onSaved }: Props) {
  const save = useSave(async (fields: FormData) => {
    const text = (name: string) => String(fields.get(name)).trim()
    const oidc = { issuer: text('issuer'), clientId: text('clientId') }
    const name = text('name')
    const clientSecret = text('clientSecret')
    if (!connection) {
      const body = { kind: 'oidc' as const, name, oidc, clientSecret }
      return await call(createSsoConnectionContract, { body })
    }
    const body = { name, oidc, ...(clientSecret ? { clientSecret } : {}) }
    return await call(changeSsoConnectionContract, { params: { id: connection.id }, body })
  }, onSaved)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(new FormData(event.currentTarget))
  }
  return (
    <form className="space-y-4" onSubmit={submit}>
      {save.error ? (
        <Alert variant="destructive">
          <AlertDescription>{save.error.message}</AlertDescription>
        </Alert>
      ) : null}
      <Fields connection={connection} />
      <DialogFooter>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save provider'}
        </Button>
      </DialogFooter>
    </form>
  )
}
