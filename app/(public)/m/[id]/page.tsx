import type { Metadata } from 'next'
import { SecureMessagePage } from '#components/secure-messages/recipient/secure-message-page'

export const metadata: Metadata = {
  title: 'Secure message',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
}

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <SecureMessagePage id={id} />
}
