import type { Metadata } from 'next'
import { RunPage } from '#components/runs/run-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { printedFor } from '#lib/operations/settings/printed-for'
import { pagesOf, queryOf } from '#components/shared/loading/queries'
import { listCommentsContract } from '#lib/contracts/runs/comments'
import { getRunContract } from '#lib/contracts/runs/runs'
import { Prefilled } from '../../prefilled.tsx'

export const metadata: Metadata = { title: 'Run' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const actor = await requireActor()
  const { id } = await params
  const reads = [
    queryOf(getRunContract, { params: { id } }),
    pagesOf(listCommentsContract, { params: { id } }),
  ]
  return (
    <Prefilled reads={reads}>
      <RunPage
        id={id}
        canControl={can(actor, 'runs:control')}
        canTest={can(actor, 'workflows:edit')}
        printedFor={await printedFor(actor)}
      />
    </Prefilled>
  )
}
