import type { Metadata } from 'next'
import { WorkflowsPage } from '#components/workflows/workflows-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Workflows' }

export default async function Page() {
  const actor = await requireActor()
  return <WorkflowsPage canEdit={can(actor, 'workflows:edit')} />
}
