'use client'

import { KeyRoundIcon } from 'lucide-react'
import { useRef } from 'react'
import { CopyButton } from '#components/copy/copy-button'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import type { WebhookScheme, WebhookSignature } from '#lib/domain/webhook'

const ways: { id: WebhookScheme; label: string }[] = [
  { id: 'none', label: 'Not: whoever has the address may call it' },
  { id: 'body', label: 'Signature of the body (GitHub, Shopify, most)' },
  { id: 'timestamp', label: 'Signature with a time, t=…,v1=… (Stripe)' },
  { id: 'standard', label: 'Standard Webhooks (webhook-signature)' },
]

const usualHeader: Record<WebhookScheme, string | null> = {
  none: null,
  body: 'x-signature',
  timestamp: 'stripe-signature',
  standard: null,
}

/** A secret for senders that let one choose it: Standard Webhooks reads Base64 after `whsec_`. */
function newSecret(scheme: WebhookScheme): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  if (scheme === 'standard') return `whsec_${btoa(String.fromCharCode(...bytes))}`
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

type Signing = { signature: WebhookSignature; secret?: string | undefined }

type Props = Signing & {
  /** Whether a secret of this way of signing is stored. */
  isStored: boolean
  onChange(signing: Signing): void
}

function Secret({ signature, secret, isStored, onChange }: Props) {
  const shown = useRef<HTMLDivElement>(null)
  const give = (text: string) => onChange({ signature, secret: text === '' ? undefined : text })
  return (
    <div className="space-y-2" ref={shown}>
      <TextField
        label="Signing secret"
        help={
          isStored
            ? 'One is stored and not shown. What you enter here replaces it.'
            : 'Copy it from the other system, or make one and enter it there.'
        }
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        minLength={8}
        value={secret ?? ''}
        onChange={(event) => give(event.target.value)}
      />
      <div className="flex items-center gap-2">
        <Button
          type="button"
          variant="outline"
          size="sm"
          onClick={() => give(newSecret(signature.scheme))}
        >
          <KeyRoundIcon aria-hidden /> Make one
        </Button>
        {secret ? (
          <CopyButton variant="outline" text={secret} label="Copy: Signing secret" shown={shown} />
        ) : null}
      </div>
    </div>
  )
}

/** How the sender proves that a call is its own. */
export function WebhookSigning(props: Props) {
  const { signature, secret, onChange } = props
  const { scheme, header } = signature
  return (
    <>
      <LabelledSelect
        label="Signed by the other system"
        options={ways}
        value={scheme}
        onChange={(event) => {
          const next = event.target.value as WebhookScheme
          onChange({ signature: { scheme: next, header: usualHeader[next] }, secret: undefined })
        }}
      />
      {scheme === 'body' || scheme === 'timestamp' ? (
        <TextField
          label="Header of the signature"
          help={scheme === 'body' ? 'Such as X-Hub-Signature-256 of GitHub.' : ''}
          maxLength={64}
          value={header ?? ''}
          onChange={(event) =>
            onChange({ signature: { scheme, header: event.target.value || null }, secret })
          }
        />
      ) : null}
      {scheme === 'none' ? null : <Secret {...props} />}
    </>
  )
}
