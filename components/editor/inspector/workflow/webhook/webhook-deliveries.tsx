'use client'

import { useQuery } from '@tanstack/react-query'
import { CheckCircle2Icon, RadioIcon, XCircleIcon } from 'lucide-react'
import { Age } from '#components/shared/display/age'
import { Pill } from '#components/shared/display/pill'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { pollEvery } from '#components/shared/loading/poll-every'
import { queryOf } from '#components/shared/loading/queries'
import { Link } from '#components/shared/navigation/link'
import {
  listWebhookDeliveriesContract,
  type WebhookDeliveryView,
} from '#lib/contracts/workflows/webhooks'
import { useEditor } from '../../../store-context.ts'
import { titleOfPath } from '../../../model/form/title-of-path.ts'

/** Somebody waits for a test of the other system. */
const lookEveryMs = 3000
const shown = 8

const repeatsOf = ({ repeats }: WebhookDeliveryView): string => {
  if (repeats === 0) return ''
  return repeats === 1 ? 'repeated once' : `repeated ${repeats} times`
}

function Delivery({ delivery }: { delivery: WebhookDeliveryView }) {
  const { status, reason, runId, receivedAt } = delivery
  const form = useEditor((state) => state.definition.startData)
  return (
    <li className="space-y-1 px-3 py-2 text-xs">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {runId ? (
          <Pill icon={CheckCircle2Icon} tone="good" label="Started" />
        ) : (
          <Pill icon={XCircleIcon} tone="bad" label={`Refused ${status}`} />
        )}
        <Age at={receivedAt} className="text-muted-foreground" />
        {runId ? (
          <Link href={`/runs/${runId}`} className="underline underline-offset-4">
            Open the run
          </Link>
        ) : null}
        <span className="text-muted-foreground">{repeatsOf(delivery)}</span>
      </div>
      {reason ? <p>{reason.message}</p> : null}
      {reason?.issues ? (
        <ul className="list-disc pl-4">
          {reason.issues.map(({ path, message }, at) => (
            <li key={`${path} ${at}`}>
              {path ? <span className="font-medium">{titleOfPath(form, path)}: </span> : null}
              {message}
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

/** What came to the address last, how it was answered and why; without what it said. */
export function WebhookDeliveries({
  workflowId,
  enabled,
}: {
  workflowId: string
  enabled: boolean
}) {
  const { data, error, refetch } = useQuery({
    ...queryOf(listWebhookDeliveriesContract, {
      params: { id: workflowId },
      query: { limit: shown },
    }),
    refetchInterval: pollEvery(lookEveryMs),
  })
  if (error && !data)
    return <LoadFailure what="The deliveries" error={error} onRetry={() => void refetch()} />
  const items = data?.items ?? []
  if (data && items.length === 0 && !enabled) return null
  return (
    <div className="space-y-1.5">
      <h4 className="text-sm font-medium">Last calls</h4>
      <div role="status">
        {data && items.length === 0 ? (
          <p className="flex items-center gap-2 rounded-md border border-dashed px-3 py-2 text-sm text-muted-foreground">
            <RadioIcon aria-hidden className="size-4 motion-safe:animate-pulse" />
            Waiting for the first call. Press “Send test” at the other system.
          </p>
        ) : null}
      </div>
      {items.length > 0 ? (
        <ul aria-label="Last calls of the webhook" className="divide-y rounded-md border">
          {items.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      ) : null}
    </div>
  )
}
