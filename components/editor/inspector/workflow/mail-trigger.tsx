'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MailPlusIcon, RefreshCwIcon } from 'lucide-react'
import { toast } from '#components/shared/messages/toast'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { Switch } from '#components/ui/input/switch'
import {
  getMailTriggerContract,
  rotateMailTriggerContract,
  setMailTriggerContract,
  type MailTriggerView,
} from '#lib/contracts/runs/received-mails'
import { getWorkflowStartsContract } from '#lib/contracts/workflows/workflow-starts'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import type { MailRules } from '#lib/domain/received-mail'
import { call } from '#lib/http/client'
import { MailRulesForm } from './mail-rules-form.tsx'
import { ShareSection } from './share-section.tsx'
import { AddressToCopy } from './address-to-copy.tsx'

type Change = { enabled: boolean; rules: MailRules }

function useTrigger(id: string) {
  const client = useQueryClient()
  const params = { id }
  const said = {
    onSuccess: () => void refresh(client, getMailTriggerContract, getWorkflowStartsContract),
    onError: (error: Error) => toast.error(error.message),
  }
  const set = useMutation({
    mutationFn: (body: Change) => call(setMailTriggerContract, { params, body }),
    ...said,
  })
  const rotate = useMutation({
    mutationFn: () => call(rotateMailTriggerContract, { params }),
    ...said,
  })
  return { set, rotate }
}

function Address({ address, onRotate }: { address: string; onRotate(): void }) {
  return (
    <div className="space-y-2">
      <AddressToCopy address={address} what="Mail address" />
      <ConfirmButton
        icon={RefreshCwIcon}
        label="New address"
        title="Give this workflow a new mail address?"
        description="Mails to the old address are sent back to their senders from now on."
        confirm="New address"
        keep="Keep this one"
        onConfirm={onRotate}
      />
    </div>
  )
}

function Trigger({ workflow, trigger }: { workflow: Workflow; trigger: MailTriggerView }) {
  const { set, rotate } = useTrigger(workflow.id)
  const { address, enabled, rules, receiving } = trigger
  if (address === null)
    return (
      <div className="space-y-2">
        <p className="text-sm text-muted-foreground">
          A mail to its own address starts the workflow, with its text and files.
        </p>
        <Button
          variant="outline"
          size="sm"
          disabled={set.isPending}
          onClick={() => set.mutate({ enabled: true, rules })}
        >
          <MailPlusIcon aria-hidden /> Make a mail address
        </Button>
      </div>
    )
  return (
    <div className="space-y-4">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor="mail_trigger" className="text-sm font-medium">
          A mail to this address starts it
        </label>
        <Switch
          id="mail_trigger"
          checked={enabled}
          disabled={set.isPending}
          onCheckedChange={(checked) => set.mutate({ enabled: checked, rules })}
        />
      </div>
      <Address address={address} onRotate={() => rotate.mutate()} />
      {receiving ? null : (
        <p className="text-xs text-muted-foreground">
          This installation receives no mails yet. Its operator sets MAIL_IN_PORT, or lets a
          provider deliver them.
        </p>
      )}
      <p className="text-xs text-muted-foreground">
        The start form gets what it has fields for: from, subject, text, newText, files, file, date,
        to, cc, aligned.
      </p>
      <MailRulesForm
        rules={rules}
        isSaving={set.isPending}
        onSave={(changed) => set.mutate({ enabled, rules: changed })}
      />
    </div>
  )
}

/** The mail address that starts the workflow, and which mails may. */
export function MailTrigger({ workflow }: { workflow: Workflow }) {
  const query = useQuery({
    ...queryOf(getMailTriggerContract, { params: { id: workflow.id } }),
    // Who has the address may start runs, so only who may edit the workflow sees it.
    enabled: workflow.mayNot.edit === undefined,
  })
  if (workflow.mayNot.edit !== undefined) return null
  return (
    <ShareSection name="mail" title="Start by mail">
      <Loaded
        query={query}
        what="The mail address"
        loading={<LoadingRows label="Loading the mail address" rows={2} rowClass="h-8 w-full" />}
      >
        {(trigger) => <Trigger workflow={workflow} trigger={trigger} />}
      </Loaded>
    </ShareSection>
  )
}
