import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { SignIn } from '#components/sign-in/sign-in'
import { relyingParty } from '#lib/auth/factors/relying-party'
import { getActor } from '#lib/auth/session'
import { pendingCookieName } from '#lib/auth/sign-in/pending-cookie'
import { ownPath } from '#lib/domain/own-path'
import { env } from '#lib/env'
import { firstStart } from '#lib/operations/organizations/first-start'
import { pendingSignInView } from '#lib/operations/sign-in/get-sign-in'

export const metadata: Metadata = { title: 'Sign in' }

type Search = Partial<Record<'next' | 'error' | 'again', string | string[]>>

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const { next, error, again } = await searchParams
  // `again`: to confirm who they are, where they have no password.
  if (!again && (await getActor())) redirect(ownPath(next))
  if ((await firstStart()).needed) redirect('/first-start')
  const { OIDC_ISSUER, OIDC_NAME } = env()
  return (
    <SignIn
      next={ownPath(next)}
      error={typeof error === 'string' ? error : undefined}
      singleSignOn={OIDC_ISSUER ? OIDC_NAME : undefined}
      passkeyHost={relyingParty()?.id ?? null}
      pending={await pendingSignInView((await cookies()).get(pendingCookieName())?.value)}
    />
  )
}
