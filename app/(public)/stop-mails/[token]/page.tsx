import type { Metadata } from 'next'
import { StopMails } from '#components/notifications/stop-mails'
import { PublicFrame } from '#components/sign-in/public-frame'
import { personOfStopToken } from '#lib/operations/notifications/stop-token'

// Whoever has the address can stop the mails, so no other site and no index may get it.
export const metadata: Metadata = {
  title: 'Stop mails',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
}

/** Opening the link stops nothing: mail scanners open it, too. */
export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  if (!personOfStopToken(token))
    return (
      <PublicFrame
        title="This link does not work"
        description="It was not copied whole. Copy it from the mail again."
      />
    )
  return <StopMails token={token} />
}
