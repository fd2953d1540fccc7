import type { Metadata } from 'next'
import { HomePage } from '#components/home/home-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { listWorkflows } from '#lib/operations/workflows/list-workflows'

export const metadata: Metadata = { title: 'Home' }

export default async function Page() {
  const actor = await requireActor()
  const { items } = await listWorkflows(actor, { limit: 1 })
  return (
    <HomePage
      canEdit={can(actor, 'workflows:edit')}
      canControl={can(actor, 'runs:control')}
      hasWorkflows={items.length > 0}
    />
  )
}
