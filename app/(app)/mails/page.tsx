import type { Metadata } from 'next'
import { Suspense } from 'react'
import { MailsPage } from '#components/mails/mails-page'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Mails' }

export default async function Page() {
  const { permissions } = await requireActor()
  return (
    <Suspense>
      <MailsPage
        canManage={permissions.has('mails:manage')}
        canSetUp={permissions.has('settings:manage')}
      />
    </Suspense>
  )
}
