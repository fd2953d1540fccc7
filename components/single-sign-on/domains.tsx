'use client'

import {
  CircleAlertIcon,
  CircleCheckIcon,
  CircleDashedIcon,
  GlobeIcon,
  Trash2Icon,
} from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { CopyField } from '#components/settings/copy-field'
import { SettingsSection } from '#components/settings/settings-section'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { formatInstant } from '#components/shared/display/format'
import { Pill } from '#components/shared/display/pill'
import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { Switch } from '#components/ui/input/switch'
import {
  addEmailDomainContract,
  changeEmailDomainContract,
  checkEmailDomainContract,
  deleteEmailDomainContract,
  type EmailDomainView,
  type SingleSignOnView,
} from '#lib/contracts/organization/single-sign-on'
import { call } from '#lib/http/client'
import { useChange } from './use-single-sign-on.ts'

type RowProps = { domain: EmailDomainView; connections: SingleSignOnView['connections'] }

function Proof({ domain: { provenAt, failingSince } }: { domain: EmailDomainView }) {
  if (failingSince)
    return <Pill icon={CircleAlertIcon} tone="bad" label="Record missing: 7 days to restore it" />
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
        Publish this TXT record at your name server, then check it. It must stay there.
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
          <p className="text-xs text-muted-foreground">Last checked {formatInstant(checkedAt)}</p>
        ) : null}
      </div>
    </div>
  )
}

type EnforcementProps = {
  domain: EmailDomainView
  disabled: boolean
  onChange(enforced: boolean): void
}

/** Whether people of the domain may sign in with their provider only. */
function Enforcement({ domain, disabled, onChange }: EnforcementProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2 pb-1.5">
      <Switch id={id} checked={domain.enforced} disabled={disabled} onCheckedChange={onChange} />
      <label htmlFor={id} className="text-sm">
        Single sign-on only<span className="sr-only"> at {domain.domain}</span>
      </label>
    </div>
  )
}

function DomainRow({ domain, connections }: RowProps) {
  const provider = useId()
  const { id, domain: name } = domain
  const change = useChange(
    async (body: { connectionId?: string | null; enforced?: boolean }) =>
      await call(changeEmailDomainContract, { params: { id }, body }),
    'Saved.',
  )
  const remove = useChange(
    async () => await call(deleteEmailDomainContract, { params: { id } }),
    `${name} is given up.`,
  )
  return (
    <li className="space-y-4 rounded-lg border bg-card p-5" aria-label={name}>
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="min-w-0 flex-1 font-medium break-words">{name}</h3>
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
              onChange={({ target }) => change.mutate({ connectionId: target.value || null })}
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
          disabled={change.isPending}
          onChange={(enforced) => change.mutate({ enforced })}
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
