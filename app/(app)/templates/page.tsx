import type { Metadata } from 'next'
import { TemplatesPage } from '#components/templates/templates-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { pagesOf } from '#components/shared/loading/queries'
import { listTemplatesContract } from '#lib/contracts/data/templates'
import { Prefilled } from '../prefilled.tsx'

export const metadata: Metadata = { title: 'Templates' }

export default async function Page() {
  const actor = await requireActor()
  return (
    <Prefilled reads={[pagesOf(listTemplatesContract, { query: {} })]}>
      <TemplatesPage canManage={can(actor, 'templates:manage')} />
    </Prefilled>
  )
}
