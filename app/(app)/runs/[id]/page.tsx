import type { Metadata } from 'next'
import { RunPage } from '#components/runs/run-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { printedFor } from '#lib/operations/settings/printed-for'
import { queryOf } from '#components/shared/loading/queries'
import { getRunContract } from '#lib/contracts/runs/runs'
import { Prefilled } from '../../prefilled.tsx'

export const metadata: Metadata = { title: 'Run' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const actor = await requireActor()
  const { id } = await params
  return (
    <Prefilled reads={[queryOf(getRunContract, { params: { id } })]}>
      <RunPage
        id={id}
        canControl={can(actor, 'runs:control')}
        canTest={can(actor, 'workflows:edit')}
        printedFor={await printedFor(actor)}
      />
    </Prefilled>
  )
}
