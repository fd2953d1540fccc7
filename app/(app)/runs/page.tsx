import type { Metadata } from 'next'
import { Suspense } from 'react'
import { RunsPage } from '#components/runs/runs-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { listWorkflows } from '#lib/operations/workflows/list-workflows'

export const metadata: Metadata = { title: 'Runs' }

export default async function Page() {
  const actor = await requireActor()
  const { items } = await listWorkflows(actor, { limit: 200 })
  return (
    <Suspense>
      <RunsPage
        workflows={items.map(({ slug, name }) => ({ slug, name }))}
        canControl={can(actor, 'runs:control')}
      />
    </Suspense>
  )
}
