import type { Metadata } from 'next'
import { MailsPage } from '#components/mails/mails-page'
import { requireActor } from '#lib/auth/session'
import { pagesOf } from '#components/shared/loading/queries'
import { listMailsContract } from '#lib/contracts/runs/mails'
import { Prefilled } from '../prefilled.tsx'

export const metadata: Metadata = { title: 'Mails' }

export default async function Page() {
  const { permissions } = await requireActor()
  return (
    <Prefilled reads={[pagesOf(listMailsContract, { query: {} })]}>
      <MailsPage
        canManage={permissions.has('mails:manage')}
        canSetUp={permissions.has('settings:manage')}
      />
    </Prefilled>
  )
}
