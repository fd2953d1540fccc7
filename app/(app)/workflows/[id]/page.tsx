import type { Metadata } from 'next'
import { EditorPage } from '#components/editor/editor-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Workflow' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const actor = await requireActor()
  const { id } = await params
  const rights = { canSee: can(actor, 'access:read'), canManage: can(actor, 'access:manage') }
  return <EditorPage key={id} id={id} accessRights={rights} />
}
