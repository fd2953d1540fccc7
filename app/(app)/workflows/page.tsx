import type { Metadata } from 'next'
import { WorkflowsPage } from '#components/workflows/workflows-page'
import { isAllowed } from '#lib/auth/permissions'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Workflows' }

export default async function Page() {
  const actor = await requireActor()
  return <WorkflowsPage canEdit={isAllowed(actor.role, 'workflows:edit')} />
}
