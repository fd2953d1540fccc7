import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Suspense } from 'react'
import { WorkloadPage } from '#components/inbox/workload/workload-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { listWorkflows } from '#lib/operations/workflows/list-workflows'

export const metadata: Metadata = { title: 'Workload' }

export default async function Page() {
  const actor = await requireActor()
  if (!can(actor, 'runs:control')) notFound()
  const { items } = await listWorkflows(actor, { limit: 200 })
  return (
    <Suspense>
      <WorkloadPage workflows={items.map(({ slug, name }) => ({ slug, name }))} />
    </Suspense>
  )
}
