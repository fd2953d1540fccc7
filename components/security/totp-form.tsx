'use client'

import { useRef, useState, type FormEvent } from 'react'
import { CopyButton } from '#components/copy/copy-button'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import type { TotpSetUpView } from '#lib/contracts/organization/sign-in'

type Props = {
  view: TotpSetUpView
  submit: string
  busy: boolean
  onCode(code: string): void
}

/** The picture for an authenticator app, and the field for its first code. */
export function TotpForm({ view, submit, busy, onCode }: Props) {
  const secret = useRef<HTMLElement>(null)
  const [isShown, setShown] = useState(false)
  const give = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onCode(String(new FormData(event.currentTarget).get('code')))
  }
  return (
    <form className="space-y-4" method="post" onSubmit={give}>
      {/* oxlint-disable-next-line next/no-img-element -- the picture is in the page, not loaded */}
      <img
        src={`data:image/svg+xml,${encodeURIComponent(view.picture)}`}
        alt="QR code for your authenticator app"
        className="mx-auto size-44 rounded-lg bg-white p-1"
      />
      {isShown ? (
        <p className="flex items-center gap-2 rounded-lg bg-muted p-3 text-sm">
          <code ref={secret} className="min-w-0 flex-1 break-all">
            {view.secret}
          </code>
          <CopyButton text={view.secret} label="Copy the key" shown={secret} />
        </p>
      ) : (
        <Button type="button" variant="link" className="h-auto p-0" onClick={() => setShown(true)}>
          The app cannot read the picture?
        </Button>
      )}
      <TextField
        label="Code that the app shows"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        required
      />
      <Button type="submit" className="w-full" disabled={busy}>
        {submit}
      </Button>
    </form>
  )
}
