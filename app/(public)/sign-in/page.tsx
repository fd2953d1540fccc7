import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { PublicFrame } from '#components/sign-in/public-frame'
import { SignInForm } from '#components/sign-in/sign-in-form'
import { getActor } from '#lib/auth/session'
import { ownPath } from '#lib/domain/own-path'
import { env } from '#lib/env'
import { firstStart } from '#lib/operations/organizations/first-start'

export const metadata: Metadata = { title: 'Sign in' }

type Search = { next?: string | string[]; error?: string | string[] }

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const { next, error } = await searchParams
  if (await getActor()) redirect(ownPath(next))
  if ((await firstStart()).needed) redirect('/first-start')
  const { OIDC_ISSUER, OIDC_NAME } = env()
  return (
    <PublicFrame title="Sign in" description="Workflows, screens and forms of your organization.">
      <SignInForm
        next={ownPath(next)}
        error={typeof error === 'string' ? error : undefined}
        singleSignOn={OIDC_ISSUER ? OIDC_NAME : undefined}
      />
    </PublicFrame>
  )
}
