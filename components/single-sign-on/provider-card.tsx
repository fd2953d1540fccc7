'use client'

import { CircleCheckIcon, CircleDashedIcon, CirclePlayIcon, Trash2Icon } from 'lucide-react'
import { CopyField } from '#components/settings/copy-field'
import { RoleChoice, type JoinRole } from './role-choice.tsx'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { formatInstant } from '#components/shared/display/format'
import { Pill, type Tone } from '#components/shared/display/pill'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '#components/ui/layout/card'
import {
  changeSsoConnectionContract,
  deleteSsoConnectionContract,
  testSsoConnectionContract,
  type SsoConnectionView,
} from '#lib/contracts/organization/single-sign-on'
import type { SsoStatus } from '#lib/domain/single-sign-on/connection'
import { call } from '#lib/http/client'
import { EditProvider } from './edit-provider.tsx'
import { useChange } from './use-single-sign-on.ts'

type Props = { connection: SsoConnectionView }

const statuses: Record<SsoStatus, { icon: typeof CircleCheckIcon; tone: Tone; label: string }> = {
  draft: { icon: CircleDashedIcon, tone: 'waiting', label: 'Not tested yet' },
  tested: { icon: CirclePlayIcon, tone: 'busy', label: 'Tested, not active' },
  active: { icon: CircleCheckIcon, tone: 'good', label: 'Active' },
}

const addressLabels: [keyof SsoConnectionView['addresses'], string][] = [
  ['callback', 'Redirect URI'],
  ['backChannelLogout', 'Back-channel log-out URI'],
  ['signedOut', 'Post-logout redirect URI'],
  ['acs', 'Reply URL (assertion consumer service)'],
  ['metadata', 'Entity ID, and address of our metadata'],
  ['start', 'Sign-in URL, for a tile in the portal'],
]

/** What must be entered at the provider. */
function Addresses({ connection: { name, addresses } }: Props) {
  return (
    <div className="space-y-3">
      <h4 className="text-sm font-medium">Enter these at {name}</h4>
      <div className="grid gap-3 lg:grid-cols-2">
        {addressLabels.map(([key, label]) => {
          const value = addresses[key]
          return value === null ? null : (
            <div key={key} className="min-w-0 space-y-1">
              <p className="text-xs text-muted-foreground">{label}</p>
              <CopyField value={value} label={`${label} of ${name}`} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

function describeFound({ lastTest }: SsoConnectionView): string {
  const { subject, email, name } = lastTest?.found ?? {}
  return [name, email ?? 'no e-mail address', subject && `known there as ${subject}`]
    .filter(Boolean)
    .join(', ')
}

function LastTest({ connection }: Props) {
  const { lastTest } = connection
  if (!lastTest) return null
  return (
    <Alert variant={lastTest.ok ? 'default' : 'destructive'}>
      <AlertTitle>
        {lastTest.ok ? 'The test sign-in worked' : 'The test sign-in did not work'}
      </AlertTitle>
      <AlertDescription>
        <p>{lastTest.message}</p>
        {lastTest.found ? <p>It said: {describeFound(connection)}.</p> : null}
        <p className="text-xs">{formatInstant(lastTest.at)}</p>
      </AlertDescription>
    </Alert>
  )
}

function ends({ saml }: SsoConnectionView): string {
  const [last] = (saml?.certificatesEnd ?? []).toSorted().toReversed()
  return last ? `, certificate until ${formatInstant(last)}` : ''
}

function Actions({ connection }: Props) {
  const { id, name, status } = connection
  const test = useChange(async () => {
    const { url } = await call(testSsoConnectionContract, { params: { id } })
    window.location.assign(url)
  })
  const activate = useChange(
    async (active: boolean) =>
      await call(changeSsoConnectionContract, { params: { id }, body: { active } }),
  )
  const remove = useChange(
    async () => await call(deleteSsoConnectionContract, { params: { id } }),
    `“${name}” is deleted.`,
  )
  const busy = test.isPending || activate.isPending
  const isActive = status === 'active'
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant={status === 'draft' ? 'default' : 'outline'}
        disabled={busy}
        onClick={() => test.mutate(undefined)}
      >
        Test sign-in<span className="sr-only"> with {name}</span>
      </Button>
      {status === 'draft' ? null : (
        <Button
          size="sm"
          variant={isActive ? 'outline' : 'default'}
          disabled={busy}
          onClick={() => activate.mutate(!isActive)}
        >
          {isActive ? 'Pause' : 'Activate'}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
      <EditProvider connection={connection} />
      <ConfirmButton
        icon={Trash2Icon}
        label="Delete"
        about={name}
        title={`Delete “${name}”?`}
        description="People who signed in with it are signed out, and cannot sign in with it any more."
        confirm="Delete for good"
        keep="Keep it"
        onConfirm={() => remove.mutate(undefined)}
      />
    </div>
  )
}

/** One identity provider: its state, what to enter there, and what can be done with it. */
export function ProviderCard({ connection }: Props) {
  const { id, kind, name, status, oidc, saml, joinRole } = connection
  const change = useChange(
    async (role: JoinRole | null) =>
      await call(changeSsoConnectionContract, { params: { id }, body: { joinRole: role } }),
    'Saved.',
  )
  return (
    <Card>
      <CardHeader>
        <CardTitle>{name}</CardTitle>
        <CardDescription className="break-words">
          {kind === 'oidc' ? 'OpenID Connect' : 'SAML 2.0'}, {oidc?.issuer ?? saml?.entityId}
          {ends(connection)}
        </CardDescription>
        <CardAction>
          <Pill {...statuses[status]} />
        </CardAction>
      </CardHeader>
      <CardContent className="space-y-5">
        <LastTest connection={connection} />
        <Addresses connection={connection} />
        <RoleChoice
          about={name}
          value={joinRole}
          disabled={change.isPending}
          onChange={(role) => change.mutate(role)}
        />
        <Actions connection={connection} />
      </CardContent>
    </Card>
  )
}
