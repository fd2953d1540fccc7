'use client'

import { Link } from '#components/shared/navigation/link'
import { useState } from 'react'
import { OrganizationMark } from '#components/shared/display/organization-mark'
import { signOut } from '#components/shell/sign-out'
import { Alert, AlertDescription } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { Segmented } from '#components/ui/input/segmented'
import {
  declineInvitationContract,
  joinOrganizationContract,
} from '#lib/contracts/organization/members'
import type { LogoView } from '#lib/contracts/organization/settings'
import { invitationCookie } from '#lib/domain/invitation-cookie'
import { isBuiltInRole, type BuiltInRole } from '#lib/domain/statuses'
import { call } from '#lib/http/client'
import { JoinWithPassword } from './join-with-password.tsx'
import { PublicFrame } from './public-frame.tsx'
import { Refusal } from './refusal.tsx'
import { leaveForSingleSignOn } from './request-sign-in.ts'
import { useAttempt } from './use-attempt.ts'

type Props = {
  token: string
  organization: string
  logo: LogoView | null
  role: string
  roleName: string
  invitedBy: string
  /** The person's name in the invitation. */
  name: string
  email: string
  /** The address of the person who is signed in here. */
  signedInAs: string | undefined
  /** Name of the installation's single sign-on provider, when there is one. */
  singleSignOn: string | undefined
  /** The organization's own providers, and whether a password may be used. */
  ways: { providers: { name: string; start: string }[]; password: boolean }
}

const meanings: Record<BuiltInRole, string> = {
  owner: 'Owners manage everything: workflows, members, connections and keys.',
  builder: 'Builders draw workflows and see their runs.',
  worker: 'Workers fill in forms and screens, and see the runs of these.',
  auditor: 'Auditors read the audit log and the books.',
  viewer: 'Viewers read the runs of the workflows that are named to them.',
}

/** Long enough to sign in with the provider. */
const cookieSeconds = 600

/** Has the invitation accepted on the way back from a provider. */
function acceptOnReturn(token: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${invitationCookie}=${token}; Path=/api/auth; Max-Age=${cookieSeconds}; SameSite=Lax${secure}`
}

/** Signs in with the installation's provider. */
async function leaveWith(token: string): Promise<string | undefined> {
  acceptOnReturn(token)
  return await leaveForSingleSignOn('/')
}

/** Signs in with one of the organization's own providers. */
async function leaveFor(token: string, start: string, email: string): Promise<void> {
  acceptOnReturn(token)
  window.location.assign(`${start}?${new URLSearchParams({ next: '/', email }).toString()}`)
  // The page is left; its buttons stay as they are until then.
  await new Promise<never>(() => undefined)
}

/** Says that the invitation was declined; it takes the focus of the removed button. */
function Declined({ organization, invitedBy }: Pick<Props, 'organization' | 'invitedBy'>) {
  return (
    <PublicFrame
      title="You declined"
      description={`You did not become a member of ${organization}.`}
    >
      <p ref={(text) => text?.focus()} tabIndex={-1} className="text-sm outline-none">
        The link opens nothing any more. {invitedBy} can invite you again.
      </p>
    </PublicFrame>
  )
}

type WayProps = Props & Omit<ReturnType<typeof useAttempt>, 'refusal'>

/** For a visitor who is not signed in: with a new or an existing account. */
function JoinSignedOut({ busy, attempt, singleSignOn, ways, ...invitation }: WayProps) {
  const { token, email } = invitation
  return (
    <>
      {ways.providers.map(({ name, start }) => (
        <Button
          key={start}
          variant={ways.password ? 'outline' : 'default'}
          className="w-full"
          disabled={busy}
          onClick={() => void attempt(() => leaveFor(token, start, email))}
        >
          Join with {name}
        </Button>
      ))}
      {ways.password ? (
        <WithPassword {...invitation} />
      ) : (
        <p className="text-xs text-muted-foreground">
          Your organization wants you to sign in this way.
        </p>
      )}
      {singleSignOn ? (
        <Button
          variant="outline"
          className="w-full"
          disabled={busy}
          onClick={() => void attempt(() => leaveWith(token))}
        >
          Join with {singleSignOn}
        </Button>
      ) : null}
    </>
  )
}

/** With a password: of a new account, or of one that the person has. */
function WithPassword({
  token,
  name,
  email,
  organization,
}: Pick<Props, 'token' | 'name' | 'email' | 'organization'>) {
  const [account, setAccount] = useState<'new' | 'existing'>('new')
  return (
    <>
      <Segmented
        label="With which account"
        value={account}
        onChange={setAccount}
        options={{ new: 'I am new here', existing: 'I have an account' }}
      />
      <JoinWithPassword
        key={account}
        account={account}
        token={token}
        name={name}
        email={email}
        organization={organization}
      />
    </>
  )
}

/** For the invited person, who is already signed in. */
function JoinSignedIn({ busy, attempt, token, organization, signedInAs }: WayProps) {
  const join = async () => {
    await call(joinOrganizationContract, { body: { token } })
    window.location.assign('/')
  }
  return (
    <>
      <p className="text-sm text-muted-foreground">You are signed in as {signedInAs}.</p>
      <Button className="w-full" disabled={busy} onClick={() => void attempt(join)}>
        Join {organization}
      </Button>
    </>
  )
}

/** For a browser in which another person is signed in. */
function OtherAccount({ busy, attempt, signedInAs, email }: WayProps) {
  return (
    <>
      <Alert>
        <AlertDescription>
          You are signed in as {signedInAs}, and this invitation is for {email}.
        </AlertDescription>
      </Alert>
      <Button
        className="w-full"
        disabled={busy}
        onClick={() => void attempt(() => signOut(window.location.pathname))}
      >
        Sign out and go on
      </Button>
      <Button variant="outline" className="w-full" asChild>
        <Link href="/">Stay {signedInAs}</Link>
      </Button>
    </>
  )
}

function wayOf({ signedInAs, email }: Props) {
  if (signedInAs === undefined) return JoinSignedOut
  return signedInAs.toLowerCase() === email ? JoinSignedIn : OtherAccount
}

/** The invited person's decision: to join, with which account, or to decline. */
export function JoinForm(props: Props) {
  const { token, organization, logo, role, roleName, invitedBy, email } = props
  const { refusal, busy, attempt } = useAttempt()
  const [declined, setDeclined] = useState(false)
  if (declined) return <Declined organization={organization} invitedBy={invitedBy} />
  const decline = async () => {
    await call(declineInvitationContract, { params: { token } })
    setDeclined(true)
  }
  const Way = wayOf(props)
  return (
    <PublicFrame title={`Join ${organization}`} description={`${invitedBy} invites ${email}.`}>
      {logo ? <OrganizationMark name={organization} logo={logo} /> : null}
      <p className="text-sm">
        Your role: <span className="font-medium">{roleName}</span>.{' '}
        {isBuiltInRole(role) ? meanings[role] : null}
      </p>
      <Refusal text={refusal} />
      <Way {...props} busy={busy} attempt={attempt} />
      <Button
        variant="ghost"
        className="w-full"
        disabled={busy}
        onClick={() => void attempt(decline)}
      >
        Decline
      </Button>
    </PublicFrame>
  )
}
