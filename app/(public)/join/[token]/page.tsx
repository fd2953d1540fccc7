import type { Metadata } from 'next'
import { BackToSignIn } from '#components/sign-in/back-to-sign-in'
import { JoinForm } from '#components/sign-in/join-form'
import { PublicFrame } from '#components/sign-in/public-frame'
import { findInvitation } from '#lib/auth/invitation'
import { getActor } from '#lib/auth/session'
import { findWaysToJoin } from '#lib/auth/single-sign-on/ways-to-join'
import { ApiError } from '#lib/domain/api-error'
import { env } from '#lib/env'
import { logoView } from '#lib/operations/settings/logo-view'

// The token in the address is a credential, so no other site and no index may get it.
export const metadata: Metadata = {
  title: 'Invitation',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
}

/** Finds the invitation, or the sentence that says why there is none. */
async function read(token: string) {
  try {
    return await findInvitation(token)
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 404) return error.message
    throw error
  }
}

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const [invitation, actor] = await Promise.all([read(token), getActor()])
  if (typeof invitation === 'string')
    return (
      <PublicFrame title="This invitation does not work any more" description={invitation}>
        <BackToSignIn />
      </PublicFrame>
    )
  const { organizationId, organization, logo, role, roleName, name, email, invitedBy } = invitation
  const ways = await findWaysToJoin(organizationId, email)
  const { OIDC_ISSUER, OIDC_NAME } = env()
  return (
    <JoinForm
      token={token}
      organization={organization}
      logo={logoView(logo)}
      role={role}
      roleName={roleName}
      invitedBy={invitedBy}
      name={name}
      email={email}
      signedInAs={actor?.email ?? undefined}
      singleSignOn={OIDC_ISSUER && ways.password ? OIDC_NAME : undefined}
      ways={ways}
    />
  )
}
