'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  CircleAlertIcon,
  CircleCheckIcon,
  CircleDashedIcon,
  GlobeIcon,
  Trash2Icon,
} from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { toast } from '#components/shared/messages/toast'
import { CopyField } from '#components/settings/copy-field'
import { SettingsSection } from '#components/settings/settings-section'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { ConfirmDialog } from '#components/shared/actions/confirm-dialog'
import { Age } from '#components/shared/display/age'
import { formatDay } from '#components/shared/display/format'
import { Pill } from '#components/shared/display/pill'
import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'
import { refresh } from '#components/shared/loading/queries'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { Switch } from '#components/ui/input/switch'
import {
  addEmailDomainContract,
  changeEmailDomainContract,
  checkEmailDomainContract,
  deleteEmailDomainContract,
  getSingleSignOnContract,
  type EmailDomainView,
  type SingleSignOnView,
} from '#lib/contracts/organization/single-sign-on'
import { countOf } from '#lib/domain/count-of'
import { call } from '#lib/http/client'
import { useChange } from './use-single-sign-on.ts'

type RowProps = { domain: EmailDomainView; connections: SingleSignOnView['connections'] }

const graceMs = 7 * 24 * 3_600_000

/** When a proof is lost whose record is missing since then. */
const endOfGrace = (failingSince: string): string =>
  new Date(Date.parse(failingSince) + graceMs).toISOString()

function Proof({ domain: { provenAt, failingSince } }: { domain: EmailDomainView }) {
  if (failingSince)
    return (
      <Pill
        icon={CircleAlertIcon}
        tone="bad"
        label={`Record missing: restore it by ${formatDay(endOfGrace(failingSince))}`}
      />
    )
  return provenAt ? (
    <Pill icon={CircleCheckIcon} tone="good" label="Proven" />
  ) : (
    <Pill icon={CircleDashedIcon} tone="waiting" label="Not proven" />
  )
}

/** The DNS record, and the button that looks for it. */
function Record({ domain: { id, domain, record, checkedAt } }: { domain: EmailDomainView }) {
  const check = useChange(
    async () => await call(checkEmailDomainContract, { params: { id } }),
    'Looked for the record.',
  )
  return (
    <div className="space-y-3">
      <p className="text-sm text-muted-foreground">
        Publish this TXT record with your DNS provider, then check it. Keep it there: Rounds looks
        for it every day.
      </p>
      <div className="grid gap-3 lg:grid-cols-2">
        <CopyField value={record.name} label={`Name of the TXT record of ${domain}`} />
        <CopyField value={record.value} label={`Value of the TXT record of ${domain}`} />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          variant="outline"
          disabled={check.isPending}
          onClick={() => check.mutate(undefined)}
        >
          {check.isPending ? 'Checking…' : 'Check record'}
          <span className="sr-only"> of {domain}</span>
        </Button>
        {checkedAt ? (
          <p className="text-xs text-muted-foreground">
            Last checked <Age at={checkedAt} />
          </p>
        ) : null}
      </div>
    </div>
  )
}

const signedOut = (count: number): string => {
  if (count === 0) return 'Single sign-on is required now. Nobody had to be signed out.'
  return `Single sign-on is required now. ${countOf(count, 'session')} ended.`
}

type EnforcementProps = { domain: EmailDomainView; provider: string | undefined }

/** Whether people of the domain may sign in with their provider only; asks before it begins. */
function Enforcement({ domain: { id, domain, enforced }, provider }: EnforcementProps) {
  const switchId = useId()
  const [isAsked, setIsAsked] = useState(false)
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (next: boolean) =>
      call(changeEmailDomainContract, { params: { id }, body: { enforced: next } }),
    onSuccess: ({ sessionsEnded }, next) => {
      toast.success(next ? signedOut(sessionsEnded) : `${domain} allows other ways again.`)
      setIsAsked(false)
    },
    // The question says itself why it is refused.
    onError: (error, next) => void (next || toast.error(error.message)),
    onSettled: () => refresh(client, getSingleSignOnContract),
  })
  return (
    <div className="flex items-center gap-2 pb-1.5">
      <Switch
        id={switchId}
        checked={enforced}
        disabled={change.isPending}
        onCheckedChange={(next) => (next ? setIsAsked(true) : change.mutate(false))}
      />
      <label htmlFor={switchId} className="text-sm">
        Single sign-on only<span className="sr-only"> at {domain}</span>
      </label>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={(open) => {
          change.reset()
          setIsAsked(open)
        }}
        title={`Only single sign-on at ${domain}?`}
        description={
          `People with an address at ${domain} can then sign in with ` +
          `${provider ?? 'their provider'} only. Whoever signed in there in another way is signed ` +
          'out now. That includes you, unless you are a break-glass owner.'
        }
        action="Require single sign-on"
        busy={change.isPending}
        failure={change.error?.message}
        onConfirm={() => change.mutate(true)}
      />
    </div>
  )
}

function DomainRow({ domain, connections }: RowProps) {
  const provider = useId()
  const { id, domain: name } = domain
  const change = useChange(
    async (connectionId: string | null) =>
      await call(changeEmailDomainContract, { params: { id }, body: { connectionId } }),
    'Saved.',
  )
  const remove = useChange(
    async () => await call(deleteEmailDomainContract, { params: { id } }),
    `${name} is given up.`,
  )
  return (
    <li className="space-y-4 rounded-lg border bg-card p-5" aria-label={name}>
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="min-w-0 flex-[1_1_14rem] font-medium break-words">{name}</h3>
        <Proof domain={domain} />
        <ConfirmButton
          icon={Trash2Icon}
          label="Give up"
          about={name}
          title={`Give up ${name}?`}
          description="Its people sign in as anybody does, and nobody joins by it any more."
          confirm="Give it up"
          keep="Keep it"
          onConfirm={() => remove.mutate(undefined)}
        />
      </div>
      {domain.provenAt && !domain.failingSince ? null : <Record domain={domain} />}
      <div className="flex flex-wrap items-end gap-6">
        <div className="w-64 max-w-full">
          <Labelled id={provider} label={`Provider of people at ${name}`}>
            <NativeSelect
              id={provider}
              value={domain.connectionId ?? ''}
              disabled={change.isPending}
              onChange={({ target }) => change.mutate(target.value || null)}
            >
              <option value="">none</option>
              {connections.map((connection) => (
                <option key={connection.id} value={connection.id}>
                  {connection.name}
                </option>
              ))}
            </NativeSelect>
          </Labelled>
        </div>
        <Enforcement
          domain={domain}
          provider={connections.find(({ id }) => id === domain.connectionId)?.name}
        />
      </div>
    </li>
  )
}

function AddDomain({ connections }: Pick<SingleSignOnView, 'connections'>) {
  const id = useId()
  const [domain, setDomain] = useState('')
  const add = useChange(async () => {
    const [only] = connections.length === 1 ? connections : []
    const connectionId = only?.id ?? null
    await call(addEmailDomainContract, { body: { domain, connectionId } })
    setDomain('')
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(undefined)
  }
  return (
    <form className="flex max-w-md items-end gap-2" onSubmit={submit}>
      <div className="flex-1">
        <Labelled id={id} label="Domain">
          <Input
            id={id}
            value={domain}
            required
            placeholder="hospital.org"
            autoComplete="off"
            onChange={({ target }) => setDomain(target.value)}
          />
        </Labelled>
      </div>
      <Button type="submit" variant="outline" disabled={add.isPending}>
        Add domain
      </Button>
    </form>
  )
}

/** The domains of the organization’s e-mail addresses: proof, provider, enforcement. */
export function Domains({ domains, connections }: SingleSignOnView) {
  return (
    <SettingsSection
      title="E-mail domains"
      description="A proven domain leads its people to your provider. Subdomains are domains of their own."
    >
      {domains.length === 0 ? (
        <EmptyState
          icon={GlobeIcon}
          title="No domain yet"
          description="Add the domain of your people’s e-mail addresses, and prove that it is yours."
        />
      ) : (
        <ul className="space-y-4" aria-label="E-mail domains">
          {domains.map((domain) => (
            <DomainRow key={domain.id} domain={domain} connections={connections} />
          ))}
        </ul>
      )}
      <AddDomain connections={connections} />
    </SettingsSection>
  )
}
