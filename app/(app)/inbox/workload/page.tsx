import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { workloadFilters, workloadNames } from '#components/inbox/workload/workload-filters'
import { WorkloadPage } from '#components/inbox/workload/workload-page'
import { queryOf } from '#components/shared/loading/queries'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { getWorkloadContract } from '#lib/contracts/runs/workload'
import { Prefilled } from '../../prefilled.tsx'
import { textsOf } from '../../texts-of.ts'
import { workflowChoices } from '../../workflow-choices.ts'

export const metadata: Metadata = { title: 'Workload' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function Page({ searchParams }: Props) {
  const actor = await requireActor()
  if (!can(actor, 'runs:control')) notFound()
  const workflows = await workflowChoices(actor)
  const { query } = workloadFilters(textsOf(await searchParams, workloadNames))
  return (
    <Prefilled reads={[queryOf(getWorkloadContract, { query })]}>
      <WorkloadPage workflows={workflows} />
    </Prefilled>
  )
}
