import type { Metadata } from 'next'
import { Suspense } from 'react'
import { InboxPage } from '#components/inbox/inbox-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { listWorkflows } from '#lib/operations/workflows/list-workflows'

export const metadata: Metadata = { title: 'Inbox' }

export default async function Page() {
  const actor = await requireActor()
  const { items } = await listWorkflows(actor, { limit: 200 })
  return (
    <Suspense>
      <InboxPage
        workflows={items.map(({ slug, name }) => ({ slug, name }))}
        canControl={can(actor, 'runs:control')}
      />
    </Suspense>
  )
}
