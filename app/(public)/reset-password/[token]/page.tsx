import type { Metadata } from 'next'
import { Link } from '#components/shared/navigation/link'
import { BackToSignIn } from '#components/sign-in/back-to-sign-in'
import { PublicFrame } from '#components/sign-in/public-frame'
import { ResetPassword } from '#components/sign-in/reset-password'
import { Button } from '#components/ui/input/button'
import { findReset } from '#lib/operations/sign-in/password-resets'

// The token in the address is a credential, so no other site and no index may get it.
export const metadata: Metadata = {
  title: 'New password',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
}

/** Opening the link uses nothing up: mail scanners open it, too. */
export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const reset = await findReset(token)
  if (!reset)
    return (
      <PublicFrame
        title="This link does not work any more"
        description="It was used, has expired, or was not copied whole."
      >
        <Button asChild className="w-full">
          <Link href="/forgot-password">Send me a new link</Link>
        </Button>
        <BackToSignIn />
      </PublicFrame>
    )
  return <ResetPassword token={token} email={reset.email} removesFactors={reset.removesFactors} />
}
