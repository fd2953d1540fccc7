import type { Metadata } from 'next'
import { Suspense } from 'react'
import { WorkflowsPage } from '#components/workflows/workflows-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Workflows' }

export default async function Page() {
  const actor = await requireActor()
  return (
    <Suspense>
      <WorkflowsPage
        canEdit={can(actor, 'workflows:edit')}
        canSeeAccess={can(actor, 'access:read')}
        canManageAccess={can(actor, 'access:manage')}
      />
    </Suspense>
  )
}
