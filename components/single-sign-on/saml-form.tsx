'use client'

import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { Labelled } from '#components/shared/fields/labelled'
import { TextAreaField } from '#components/shared/fields/text-area-field'
import { TextField } from '#components/shared/fields/text-field'
import { Alert, AlertDescription } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { Checkbox } from '#components/ui/input/checkbox'
import { Input } from '#components/ui/input/input'
import { Label } from '#components/ui/input/label'
import { DialogFooter } from '#components/ui/overlay/dialog'
import {
  changeSsoConnectionContract,
  createSsoConnectionContract,
  readSamlMetadataContract,
  type SsoConnectionView,
} from '#lib/contracts/organization/single-sign-on'
import { call } from '#lib/http/client'
import { useSave } from './use-save.ts'

type Props = { connection: SsoConnectionView | undefined; onSaved(): void }
type Saml = {
  entityId: string
  ssoUrl: string
  certificates: string[]
  sloUrl?: string | undefined
  sloRequestUrl?: string | undefined
  metadataUrl?: string | undefined
}

/** Certificates in PEM, one after the other; a single one may come as bare base64. */
function certificatesIn(text: string): string[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  return (blocks ?? [text]).map((block) => block.trim()).filter(Boolean)
}

/** Fills the fields from the provider's metadata, as a file or from their address. */
function Metadata({ onRead }: { onRead(saml: Saml): void }) {
  const file = useId()
  const address = useId()
  const [url, setUrl] = useState('')
  const read = useMutation({
    mutationFn: async (body: { xml: string } | { url: string }) =>
      await call(readSamlMetadataContract, { body }),
    onSuccess: onRead,
  })
  const byAddress = read.variables !== undefined && 'url' in read.variables
  return (
    <fieldset className="space-y-3 rounded-md border p-3">
      <legend className="px-1 text-sm font-medium">From the provider’s metadata</legend>
      <Labelled id={file} label="Metadata file" error={byAddress ? undefined : read.error?.message}>
        <Input
          id={file}
          type="file"
          accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) void chosen.text().then((xml) => read.mutate({ xml }))
          }}
        />
      </Labelled>
      <Labelled
        id={address}
        label="or their address"
        error={byAddress ? read.error?.message : undefined}
      >
        <div className="flex gap-2">
          <Input
            id={address}
            type="url"
            value={url}
            placeholder="https://login.example.com/metadata.xml"
            onChange={({ target }) => setUrl(target.value)}
          />
          <Button
            type="button"
            variant="outline"
            disabled={url === '' || read.isPending}
            onClick={() => read.mutate({ url })}
          >
            {read.isPending ? 'Reading…' : 'Read'}
          </Button>
        </div>
      </Labelled>
    </fieldset>
  )
}

/** The fields of the protocol; their values come from the metadata or are typed. */
function SamlFields({ saml }: { saml: Saml | undefined }) {
  return (
    <>
      <TextField label="Entity ID" name="entityId" required defaultValue={saml?.entityId} />
      <TextField
        label="Sign-in address"
        name="ssoUrl"
        type="url"
        required
        defaultValue={saml?.ssoUrl}
        help="For the binding HTTP-Redirect."
      />
      <TextField
        label="Log-out address"
        name="sloUrl"
        type="url"
        defaultValue={saml?.sloUrl}
        help="Optional: where people sign out, and where our answers go."
      />
      {saml?.sloRequestUrl ? (
        <TextField
          label="Log-out address for requests"
          name="sloRequestUrl"
          type="url"
          defaultValue={saml.sloRequestUrl}
          help="People who sign out here are sent there."
        />
      ) : null}
      <TextAreaField
        label="Certificates"
        name="certificates"
        required
        rows={4}
        className="font-mono text-xs"
        defaultValue={saml?.certificates.join('\n')}
        help="PEM. Two while the provider replaces its certificate."
      />
      <TextField
        label="Address of the metadata"
        name="metadataUrl"
        type="url"
        defaultValue={saml?.metadataUrl}
        help="Read every day, so that a new certificate counts at once. Empty: you replace them here."
      />
    </>
  )
}

type ChoicesProps = { read: Saml | undefined; saved: SsoConnectionView['saml'] | undefined }

/** What may be switched on. Signing out there is offered when the metadata name an address for it. */
function Choices({ read, saved }: ChoicesProps) {
  const strict = useId()
  const leave = useId()
  const leaves = read ? read.sloUrl !== undefined : (saved?.signOutThere ?? false)
  return (
    <>
      <div className="flex items-center gap-2">
        <Checkbox
          id={strict}
          name="signedResponse"
          defaultChecked={saved?.signedResponse ?? false}
        />
        <Label htmlFor={strict}>The whole response must be signed too</Label>
      </div>
      <div className="flex items-center gap-2" key={read?.entityId}>
        <Checkbox id={leave} name="signOutThere" defaultChecked={leaves} />
        <Label htmlFor={leave}>Signing out of Rounds signs out at the provider, too</Label>
      </div>
    </>
  )
}

/** The settings of a SAML provider. */
export function SamlForm({ connection, onSaved }: Props) {
  const [read, setRead] = useState<Saml>()
  const save = useSave(async (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const saml = {
      entityId: text('entityId'),
      ssoUrl: text('ssoUrl'),
      certificates: certificatesIn(text('certificates')),
      signedResponse: fields.get('signedResponse') !== null,
      ...(text('sloUrl') ? { sloUrl: text('sloUrl') } : {}),
      ...(text('sloRequestUrl') ? { sloRequestUrl: text('sloRequestUrl') } : {}),
      signOutThere: fields.get('signOutThere') !== null,
      ...(text('metadataUrl') ? { metadataUrl: text('metadataUrl') } : {}),
    }
    const name = text('name')
    if (!connection) {
      const body = { kind: 'saml' as const, name, saml }
      return await call(createSsoConnectionContract, { body })
    }
    const body = { name, saml }
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
      <TextField
        label="Name"
        name="name"
        required
        maxLength={60}
        defaultValue={connection?.name}
        help="People see it on the sign-in page: “Continue with …”."
      />
      <Metadata onRead={setRead} />
      <SamlFields key={JSON.stringify(read)} saml={read ?? connection?.saml ?? undefined} />
      <Choices read={read} saved={connection?.saml} />
      <DialogFooter>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save provider'}
        </Button>
      </DialogFooter>
    </form>
  )
}
