import type { Metadata } from 'next'
import { HomePage } from '#components/home/home-page'
import { isAllowed } from '#lib/auth/permissions'
import { requireActor } from '#lib/auth/session'
import { listWorkflows } from '#lib/operations/workflows/list-workflows'

export const metadata: Metadata = { title: 'Home' }

export default async function Page() {
  const actor = await requireActor()
  const { items } = await listWorkflows(actor, { limit: 1 })
  return (
    <HomePage
      canEdit={isAllowed(actor.role, 'workflows:edit')}
      canControl={isAllowed(actor.role, 'runs:control')}
      hasWorkflows={items.length > 0}
    />
  )
}
