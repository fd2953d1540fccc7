import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { FirstStartForm } from '#components/sign-in/first-start-form'
import { PublicFrame } from '#components/sign-in/public-frame'
import { firstStart } from '#lib/operations/organizations/first-start'
import { needsSetUpToken } from '#lib/operations/organizations/set-up-token'

export const metadata: Metadata = { title: 'First start' }

export default async function Page() {
  const { needed, organizationName } = await firstStart()
  if (!needed) redirect('/sign-in')
  return (
    <PublicFrame
      title="Welcome"
      description={
        organizationName
          ? `Create the account of the owner of “${organizationName}”. More people are ` +
            'added in the settings.'
          : 'Create the owner account and the organization. More people are added in the settings.'
      }
    >
      <FirstStartForm organizationName={organizationName} needsToken={needsSetUpToken()} />
    </PublicFrame>
  )
}
