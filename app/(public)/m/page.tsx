import type { Metadata } from 'next'
import { SecureMessagePage } from '#components/secure-messages/recipient/secure-message-page'

// The token stands behind the #, so this request does not have it: no access log does.
export const metadata: Metadata = {
  title: 'Secure message',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
}

export default function Page() {
  return <SecureMessagePage />
}
