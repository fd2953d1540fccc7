'use client'

import { useState } from 'react'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import type { WebhookTriggerChange, WebhookTriggerView } from '#lib/contracts/workflows/webhooks'
import { WebhookFields } from './webhook-fields.tsx'
import { WebhookSigning } from './webhook-signing.tsx'

type Change = Omit<WebhookTriggerChange, 'enabled'>

const draftOf = ({ name, signature, idHeader, fields }: WebhookTriggerView): Change => ({
  name,
  signature,
  idHeader,
  fields,
})

/** What is compared: the database has the start fields in another order. */
const textOf = ({ fields, ...rest }: Change): string =>
  JSON.stringify([
    rest,
    Object.entries(fields).toSorted(([one], [other]) => one.localeCompare(other)),
  ])

/** Whether a way of signing lacks its header or its secret. */
function isPartial({ signature, secret }: Change, trigger: WebhookTriggerView): boolean {
  const { scheme, header } = signature
  if (scheme === 'none') return false
  const hasSecret = trigger.hasSecret && trigger.signature.scheme === scheme
  return (scheme !== 'standard' && !header?.trim()) || (!secret && !hasSecret)
}

type Props = {
  trigger: WebhookTriggerView
  isSaving: boolean
  onSave(change: Change): Promise<void>
}

/** Who posts, how that is proven, and what becomes of the body; saved together. */
export function WebhookSettings({ trigger, isSaving, onSave }: Props) {
  const [draft, setDraft] = useState(() => draftOf(trigger))
  const isChanged = textOf(draft) !== textOf(draftOf(trigger))
  const save = async () => {
    await onSave(draft)
    // Headers are stored in lower case, and a secret is not shown again.
    const { secret: _secret, ...rest } = draft
    setDraft({
      ...rest,
      name: rest.name.trim(),
      signature: { ...rest.signature, header: lowered(rest.signature.header) },
      idHeader: lowered(rest.idHeader),
    })
  }
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        // Its failure is told where it is sent.
        save().catch(() => undefined)
      }}
    >
      <TextField
        label="Who calls it"
        help="Runs and the audit log name it as who started them."
        maxLength={60}
        required
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.target.value })}
      />
      <WebhookSigning
        signature={draft.signature}
        secret={draft.secret}
        isStored={trigger.hasSecret && trigger.signature.scheme === draft.signature.scheme}
        onChange={(signing) => setDraft({ ...draft, ...signing })}
      />
      <TextField
        label="Header with the id of a delivery"
        help="A delivery that is sent again starts nothing then. webhook-id and Idempotency-Key are known without it."
        placeholder="X-GitHub-Delivery"
        maxLength={64}
        value={draft.idHeader ?? ''}
        onChange={(event) => setDraft({ ...draft, idHeader: event.target.value || null })}
      />
      <WebhookFields
        fields={draft.fields}
        bodyFields={trigger.bodyFields}
        onChange={(fields) => setDraft({ ...draft, fields })}
      />
      <Button
        type="submit"
        size="sm"
        disabled={!isChanged || isPartial(draft, trigger) || isSaving}
      >
        Save the webhook
      </Button>
    </form>
  )
}

const lowered = (header: string | null): string | null => header?.trim().toLowerCase() ?? null
