import type { Metadata } from 'next'
import { TemplatesPage } from '#components/templates/templates-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Templates' }

export default async function Page() {
  const actor = await requireActor()
  return <TemplatesPage canManage={can(actor, 'templates:manage')} />
}
