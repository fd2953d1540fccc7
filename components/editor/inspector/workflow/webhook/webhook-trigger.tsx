'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { WebhookIcon } from 'lucide-react'
import { LoadingRows } from '#components/shared/loading/loading'
import { Loaded } from '#components/shared/loading/loaded'
import { pollEvery } from '#components/shared/loading/poll-every'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { toast } from '#components/shared/messages/toast'
import { Button } from '#components/ui/input/button'
import { Switch } from '#components/ui/input/switch'
import {
  getWebhookTriggerContract,
  rotateWebhookTriggerContract,
  setWebhookTriggerContract,
  type WebhookTriggerChange,
  type WebhookTriggerView,
} from '#lib/contracts/workflows/webhooks'
import { getWorkflowStartsContract } from '#lib/contracts/workflows/workflow-starts'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import { call } from '#lib/http/client'
import { WebhookAddress } from './webhook-address.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { WebhookSettings } from './webhook-settings.tsx'
import { ShareSection } from '../share-section.tsx'

/** New fields of bodies are offered soon after they came. */
const lookEveryMs = 5000

function useTrigger(id: string) {
  const client = useQueryClient()
  const params = { id }
  const said = {
    onSuccess: () => void refresh(client, getWebhookTriggerContract, getWorkflowStartsContract),
    onError: (error: Error) => toast.error(error.message),
  }
  const set = useMutation({
    mutationFn: (body: WebhookTriggerChange) => call(setWebhookTriggerContract, { params, body }),
    ...said,
  })
  const rotate = useMutation({
    mutationFn: (keepOld: boolean) =>
      call(rotateWebhookTriggerContract, { params, body: { keepOld } }),
    ...said,
  })
  return { set, rotate }
}

type Props = { workflow: Workflow; trigger: WebhookTriggerView }

/** What may be changed, as it is now; without a secret the one that is there stays. */
const changeOf = ({ name, signature, idHeader, fields, enabled }: WebhookTriggerView) => ({
  enabled,
  name,
  signature,
  idHeader,
  fields,
})

/** Why calls of the address start nothing at present; undefined: they do. */
function whyNothing({ published, paused }: Workflow, enabled: boolean): string | undefined {
  if (!enabled) return 'It is off: senders are told that there is no such address.'
  if (!published) return 'It starts nothing until the workflow is published.'
  return paused ? 'It starts nothing while the workflow is paused.' : undefined
}

function Trigger({ workflow, trigger }: Props) {
  const { set, rotate } = useTrigger(workflow.id)
  const { address, enabled } = trigger
  const now = changeOf(trigger)
  if (address === null)
    return (
      <div className="space-y-2">
        <p className="text-sm text-muted-foreground">
          Another system posts its data to an address of this workflow, and it starts. For systems
          that ask for a “Webhook URL”.
        </p>
        <Button
          variant="outline"
          size="sm"
          disabled={set.isPending}
          onClick={() => set.mutate({ ...now, enabled: true })}
        >
          <WebhookIcon aria-hidden /> Make a webhook address
        </Button>
      </div>
    )
  const nothing = whyNothing(workflow, enabled)
  return (
    <div className="space-y-4">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor="webhook_trigger" className="text-sm font-medium">
          A call of this address starts it
        </label>
        <Switch
          id="webhook_trigger"
          checked={enabled}
          disabled={set.isPending}
          onCheckedChange={(checked) => set.mutate({ ...now, enabled: checked })}
        />
      </div>
      {nothing ? <p className="text-xs text-muted-foreground">{nothing}</p> : null}
      <WebhookAddress
        address={address}
        previousUntil={trigger.previousUntil}
        onRotate={(keepOld) => rotate.mutate(keepOld)}
      />
      <WebhookDeliveries workflowId={workflow.id} enabled={enabled} />
      <WebhookSettings
        trigger={trigger}
        isSaving={set.isPending}
        onSave={async (change) => {
          await set.mutateAsync({ ...change, enabled })
        }}
      />
    </div>
  )
}

/** The address to which another system posts to start the workflow, and what came there. */
export function WebhookTrigger({ workflow }: { workflow: Workflow }) {
  const query = useQuery({
    ...queryOf(getWebhookTriggerContract, { params: { id: workflow.id } }),
    // Who has the address may start runs, so only who may edit the workflow sees it.
    enabled: workflow.mayNot.edit === undefined,
    refetchInterval: pollEvery(lookEveryMs),
  })
  if (workflow.mayNot.edit !== undefined) return null
  return (
    <ShareSection name="webhook" title="Start by webhook">
      <Loaded
        query={query}
        what="The webhook"
        loading={<LoadingRows label="Loading the webhook" rows={2} rowClass="h-8 w-full" />}
      >
        {(trigger) => <Trigger workflow={workflow} trigger={trigger} />}
      </Loaded>
    </ShareSection>
  )
}
