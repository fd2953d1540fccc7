import type { Metadata } from 'next'
import { HomePage } from '#components/home/home-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { listWorkflows } from '#lib/operations/workflows/list-workflows'
import { pagesOf, queryOf } from '#components/shared/loading/queries'
import { listUnknownOutcomesContract } from '#lib/contracts/runs/tasks'
import { getHomeContract } from '#lib/contracts/service/home'
import { Prefilled } from './prefilled.tsx'

export const metadata: Metadata = { title: 'Home' }

export default async function Page() {
  const actor = await requireActor()
  const { items } = await listWorkflows(actor, { limit: 1 })
  const reads = [
    queryOf(getHomeContract),
    ...(can(actor, 'runs:control') ? [pagesOf(listUnknownOutcomesContract)] : []),
  ]
  return (
    <Prefilled reads={reads}>
      <HomePage
        canEdit={can(actor, 'workflows:edit')}
        canControl={can(actor, 'runs:control')}
        hasWorkflows={items.length > 0}
      />
    </Prefilled>
  )
}
