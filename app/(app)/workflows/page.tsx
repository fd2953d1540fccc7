import type { Metadata } from 'next'
import { Suspense } from 'react'
import { WorkflowsPage } from '#components/workflows/workflows-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { may } from '#lib/domain/access/scope'
import { scopeOf } from '#lib/operations/access/scope-of'
import { inFolder } from '#lib/operations/folders/folder-tree'

export const metadata: Metadata = { title: 'Workflows' }

export default async function Page() {
  const actor = await requireActor()
  return (
    <Suspense>
      <WorkflowsPage
        canCreate={may(scopeOf(actor), 'create', inFolder(null))}
        canSeeAccess={can(actor, 'access:read')}
        canManageAccess={can(actor, 'access:manage')}
      />
    </Suspense>
  )
}
