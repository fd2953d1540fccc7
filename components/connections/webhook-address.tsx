'use client'

import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { queryOf } from '#components/shared/loading/queries'
import { CopyButton } from '../copy/copy-button.tsx'
import type { ConnectionView } from '#lib/contracts/integrations/connections'
import { getFaxWebhookContract } from '#lib/contracts/integrations/faxes'
import { getHieWebhookContract } from '#lib/contracts/integrations/hie'

/** Providers that send a webhook when an answer or a fax is there, and where its address is read. */
const webhooks = {
  'hie/metriport': getHieWebhookContract,
  'fax/documo': getFaxWebhookContract,
  'fax/sandbox': getFaxWebhookContract,
}
const hasWebhook = (name: string): name is keyof typeof webhooks => name in webhooks

/**
 * The address to enter at a provider that sends webhooks; nothing for the others. It contains a
 * secret: render it only for people who may manage connections.
 */
export function WebhookAddress({ connection }: { connection: ConnectionView }) {
  const { kind, provider, slug, name } = connection
  const shown = useRef<HTMLElement>(null)
  const known = `${kind}/${provider}`
  const sendsWebhooks = hasWebhook(known)
  const { data } = useQuery({
    ...queryOf(sendsWebhooks ? webhooks[known] : getHieWebhookContract, { params: { slug } }),
    enabled: sendsWebhooks,
  })
  if (!sendsWebhooks || !data) return null
  return (
    <div className="flex min-w-0 items-center gap-2 text-sm text-muted-foreground">
      <span className="shrink-0">Webhook address</span>
      <code
        ref={shown}
        className="min-w-0 truncate rounded bg-muted px-1 py-0.5 text-xs text-foreground"
      >
        {data.url}
      </code>
      <CopyButton text={data.url} label={`Copy the webhook address of ${name}`} shown={shown} />
    </div>
  )
}
