'use client'

import { useMutation } from '@tanstack/react-query'
import { CircleCheckIcon, CircleDashedIcon, CirclePlayIcon, Trash2Icon } from 'lucide-react'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { Pill, type Tone } from '#components/shared/display/pill'
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
import { Addresses } from './addresses.tsx'
import { Certificates } from './certificates.tsx'
import { EditProvider } from './edit-provider.tsx'
import { LastTest } from './last-test.tsx'
import { RoleChoice, type JoinRole } from './role-choice.tsx'
import { useChange } from './use-single-sign-on.ts'

type Props = { connection: SsoConnectionView }
type CardProps = Props & {
  /** Whether people of a proven domain are led to it. */
  hasDomain: boolean
}

const statuses: Record<SsoStatus, { icon: typeof CircleCheckIcon; tone: Tone; label: string }> = {
  draft: { icon: CircleDashedIcon, tone: 'waiting', label: 'Not tested yet' },
  tested: { icon: CirclePlayIcon, tone: 'busy', label: 'Tested, not active' },
  active: { icon: CircleCheckIcon, tone: 'good', label: 'Active' },
}

/** What is to be done next, until people sign in with it. */
function nextStep({ status }: SsoConnectionView, hasDomain: boolean): string | undefined {
  switch (status) {
    case 'draft':
      return 'Next: enter the addresses above at the provider, then sign in with it once yourself.'
    case 'tested':
      return 'Next: activate it, so that people can sign in with it.'
    case 'active':
      return hasDomain
        ? undefined
        : 'Next: add the domain of your people’s addresses below, and prove it. It leads them here.'
  }
}

/** Begins a test sign-in: leaves for the provider, which comes back here. */
function useTest(id: string) {
  return useMutation({
    mutationFn: async () => {
      const { url } = await call(testSsoConnectionContract, { params: { id } })
      window.location.assign(url)
    },
  })
}

type ActionProps = Props & { test: ReturnType<typeof useTest> }

function Actions({ connection, test }: ActionProps) {
  const { id, name, status } = connection
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
        onClick={() => test.mutate()}
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
export function ProviderCard({ connection, hasDomain }: CardProps) {
  const { id, kind, name, status, oidc, saml, joinRole } = connection
  const test = useTest(id)
  const next = nextStep(connection, hasDomain)
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
        </CardDescription>
        <CardAction>
          <Pill {...statuses[status]} />
        </CardAction>
      </CardHeader>
      <CardContent className="space-y-5">
        <Addresses connection={connection} />
        <LastTest connection={connection} refusal={test.error?.message} />
        <Certificates connection={connection} />
        <RoleChoice
          about={name}
          value={joinRole}
          disabled={change.isPending}
          onChange={(role) => change.mutate(role)}
        />
        {next ? <p className="text-sm font-medium">{next}</p> : null}
        <Actions connection={connection} test={test} />
      </CardContent>
    </Card>
  )
}
