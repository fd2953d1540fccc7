import type { Metadata } from 'next'
import { TemplatePage } from '#components/templates/template-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { queryOf } from '#components/shared/loading/queries'
import { getTemplateContract } from '#lib/contracts/data/templates'
import { Prefilled } from '../../prefilled.tsx'

export const metadata: Metadata = { title: 'Template' }

export default async function Page({ params }: { params: Promise<{ template: string }> }) {
  const actor = await requireActor()
  const { template } = await params
  return (
    <Prefilled reads={[queryOf(getTemplateContract, { params: { template } })]}>
      <TemplatePage key={template} slug={template} canManage={can(actor, 'templates:manage')} />
    </Prefilled>
  )
}
