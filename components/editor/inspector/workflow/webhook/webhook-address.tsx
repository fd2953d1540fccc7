'use client'

import { RefreshCwIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { formatTime } from '#components/shared/display/format'
import { Checkbox } from '#components/ui/input/checkbox'
import { AddressToCopy } from '../address-to-copy.tsx'

type Props = {
  address: string
  /** Until when the address before this one works. */
  previousUntil: string | null
  onRotate(keepOld: boolean): void
}

/** The address to copy, and how it is replaced. */
export function WebhookAddress({ address, previousUntil, onRotate }: Props) {
  const [keepOld, setKeepOld] = useState(true)
  const id = useId()
  return (
    <div className="space-y-2">
      <AddressToCopy address={address} what="Webhook address" />
      {previousUntil ? (
        <p className="text-xs text-muted-foreground">
          The address before it works until {formatTime(previousUntil)}.
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ConfirmButton
          icon={RefreshCwIcon}
          label="New address"
          about="of the webhook"
          title="Give this workflow a new webhook address?"
          description={
            keepOld
              ? 'The old address works for another 24 hours. Enter the new one at the other system until then.'
              : 'The old address ends now. Calls of it start nothing any more.'
          }
          confirm="New address"
          keep="Keep this one"
          onConfirm={() => onRotate(keepOld)}
        />
        <div className="flex items-center gap-2">
          <Checkbox
            id={id}
            checked={keepOld}
            onCheckedChange={(checked) => setKeepOld(checked === true)}
          />
          <label htmlFor={id} className="text-sm">
            Old one works for 24 more hours
          </label>
        </div>
      </div>
    </div>
  )
}
