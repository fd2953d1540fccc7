import type { Metadata } from 'next'
import { RunsPage } from '#components/runs/runs-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { pagesOf } from '#components/shared/loading/queries'
import { filterNames, queryOfFilters } from '#components/runs/list/filters'
import { listRunsContract } from '#lib/contracts/runs/runs'
import { textsOf } from '../texts-of.ts'
import { Prefilled } from '../prefilled.tsx'
import { workflowChoices } from '../workflow-choices.ts'

export const metadata: Metadata = { title: 'Runs' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function Page({ searchParams }: Props) {
  const actor = await requireActor()
  const workflows = await workflowChoices(actor)
  const filters = textsOf(await searchParams, filterNames)
  return (
    <Prefilled reads={[pagesOf(listRunsContract, { query: queryOfFilters(filters) })]}>
      <RunsPage workflows={workflows} canControl={can(actor, 'runs:control')} />
    </Prefilled>
  )
}
