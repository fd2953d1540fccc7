'use client'

import { useState } from 'react'
import { signOut } from '#components/shell/sign-out'
import { Alert, AlertDescription } from '#components/ui/alert'
import { Button } from '#components/ui/button'
import { Segmented } from '#components/ui/segmented'
import { declineInvitationContract, joinOrganizationContract } from '#lib/contracts/members'
import { invitationCookie } from '#lib/domain/invitation-cookie'
import type { MemberRole } from '#lib/domain/statuses'
import { call } from '#lib/http/client'
import { JoinWithPassword } from './join-with-password.tsx'
import { PublicFrame } from './public-frame.tsx'
import { leaveForSingleSignOn } from './request-sign-in.ts'

type Props = {
  token: string
  organization: string
  role: MemberRole
  invitedBy: string
  /** As the inviting owner calls the person. */
  name: string
  email: string
  /** The address of the person who is signed in here. */
  signedInAs: string | undefined
  /** Name of the single sign-on provider, when there is one. */
  singleSignOn: string | undefined
}

const meanings: Record<MemberRole, string> = {
  owner: 'Owners manage everything: workflows, members, connections and keys.',
  builder: 'Builders draw workflows and see their runs.',
  worker: 'Workers fill in forms and screens, and see the runs.',
}

/** Long enough to sign in with the provider. */
const cookieSeconds = 600

async function leaveWith(token: string): Promise<void> {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${invitationCookie}=${token}; Path=/api/auth; Max-Age=${cookieSeconds}; SameSite=Lax${secure}`
  const refusal = await leaveForSingleSignOn('/')
  if (refusal) throw new Error(refusal)
}

const goHome = (): void => window.location.assign('/')

/** What the invited person decides: to join, with which account, or to decline. */
export function JoinForm(props: Props) {
  const { token, organization, role, invitedBy, name, email, signedInAs, singleSignOn } = props
  const [account, setAccount] = useState<'new' | 'existing'>('new')
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [declined, setDeclined] = useState(false)
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await work()
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : 'That did not work. Try again.')
    }
    setBusy(false)
  }
  const join = () =>
    attempt(async () => {
      await call(joinOrganizationContract, { body: { token } })
      goHome()
    })
  const decline = () =>
    attempt(async () => {
      await call(declineInvitationContract, { params: { token } })
      setDeclined(true)
    })
  const leaveAccount = () => attempt(async () => await signOut(window.location.pathname))
  if (declined)
    return (
      <PublicFrame
        title="You declined"
        description={`You did not become a member of ${organization}.`}
      >
        {/* The button that had the focus is gone. */}
        <p ref={(said) => said?.focus()} tabIndex={-1} className="text-sm outline-none">
          The link opens nothing any more. {invitedBy} can invite you again.
        </p>
      </PublicFrame>
    )
  const isTheirs = signedInAs?.toLowerCase() === email
  return (
    <PublicFrame
      title={`Join ${organization}`}
      description={`${invitedBy} invites ${email} to be ${role === 'owner' ? 'an' : 'a'} ${role}.`}
    >
      <p className="text-sm">{meanings[role]}</p>
      {refusal ? (
        <Alert variant="destructive">
          <AlertDescription>{refusal}</AlertDescription>
        </Alert>
      ) : null}
      {signedInAs === undefined ? (
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
      ) : isTheirs ? (
        <>
          <p className="text-sm text-muted-foreground">You are signed in as {signedInAs}.</p>
          <Button className="w-full" disabled={busy} onClick={() => void join()}>
            Join {organization}
          </Button>
        </>
      ) : (
        <>
          <Alert>
            <AlertDescription>
              You are signed in as {signedInAs}, and this invitation is for {email}.
            </AlertDescription>
          </Alert>
          <Button className="w-full" disabled={busy} onClick={() => void leaveAccount()}>
            Sign out and go on
          </Button>
        </>
      )}
      <Button variant="ghost" className="w-full" disabled={busy} onClick={() => void decline()}>
        Decline
      </Button>
    </PublicFrame>
  )
}
