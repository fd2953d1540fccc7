'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlertIcon, CircleCheckIcon, CircleHelpIcon, CircleXIcon } from 'lucide-react'
import { Pill } from '#components/shared/display/pill'
import { refresh } from '#components/shared/loading/queries'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import {
  checkMailRecordsContract,
  getMailSenderContract,
  type MailRecord,
} from '#lib/contracts/organization/mail-sender'
import { call } from '#lib/http/client'

const titles: Record<MailRecord['kind'], string> = {
  spf: 'SPF: who may send for the domain',
  dkim: 'DKIM: the key of the signature',
  dmarc: 'DMARC: what receivers do with forged mails',
}

function State({ state }: Pick<MailRecord, 'state'>) {
  switch (state) {
    case 'good':
      return <Pill icon={CircleCheckIcon} tone="good" label="Good" />
    case 'missing':
      return <Pill icon={CircleAlertIcon} tone="waiting" label="Missing" />
    case 'wrong':
      return <Pill icon={CircleXIcon} tone="bad" label="Wrong" />
    case 'unknown':
      return <Pill icon={CircleHelpIcon} tone="quiet" label="Not known" />
  }
}

function Entry({ record: { kind, name, state, message, found } }: { record: MailRecord }) {
  return (
    <li className="space-y-1.5 rounded-lg border bg-card p-4 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 basis-40 font-medium">{titles[kind]}</span>
        <State state={state} />
      </div>
      <p>{message}</p>
      <p className="font-mono text-xs break-all text-muted-foreground">{name}</p>
      {found.map((text) => (
        <p key={text} className="line-clamp-3 font-mono text-xs break-all text-muted-foreground">
          {text}
        </p>
      ))}
    </li>
  )
}

/** Looks at the DNS records of the sender. */
export function MailRecords({ hasAddress }: { hasAddress: boolean }) {
  const client = useQueryClient()
  const check = useMutation({
    mutationFn: () => call(checkMailRecordsContract),
    // A key whose record was seen signs now.
    onSuccess: async () => await refresh(client, getMailSenderContract),
  })
  return (
    <div className="max-w-2xl space-y-4" aria-live="polite">
      <Button
        variant="outline"
        disabled={check.isPending || !hasAddress}
        onClick={() => check.mutate()}
      >
        {check.isPending ? 'Looking…' : 'Check the records'}
      </Button>
      {hasAddress ? null : (
        <p className="text-sm text-muted-foreground">
          Give the address of the organization above first.
        </p>
      )}
      {check.error ? (
        <Alert variant="destructive">
          <AlertTitle>The records were not looked at</AlertTitle>
          <AlertDescription>{check.error.message}</AlertDescription>
        </Alert>
      ) : null}
      {check.data ? (
        <ul className="space-y-3">
          {check.data.records.map((record) => (
            <Entry key={`${record.kind}:${record.name}`} record={record} />
          ))}
        </ul>
      ) : null}
    </div>
  )
}
