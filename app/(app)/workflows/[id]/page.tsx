import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { draftRead, lastRunsRead, startsRead, stepTypesRead } from '#components/editor/draft-read'
import { EditorPage } from '#components/editor/editor-page'
import { collapsedCookie, collapsedOf } from '#components/editor/levels/collapsed-cookie'
import { panesChoice, panesCookie } from '#components/editor/stored-panes'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { randomId } from '#lib/domain/random-id'
import { drawMarkdown } from '#lib/operations/screens/draw-markdown'
import { Prefilled } from '../../prefilled.tsx'

export const metadata: Metadata = { title: 'Workflow' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const actor = await requireActor()
  const { id } = await params
  // Its notes are Markdown.
  await drawMarkdown()
  const rights = { canSee: can(actor, 'access:read'), canManage: can(actor, 'access:manage') }
  const opening = randomId()
  const kept = await cookies()
  return (
    <Prefilled reads={[draftRead(id, opening), stepTypesRead(), startsRead(id), lastRunsRead(id)]}>
      <EditorPage
        key={id}
        id={id}
        opening={opening}
        panes={panesChoice(kept.get(panesCookie)?.value)}
        collapsed={collapsedOf(kept.get(collapsedCookie)?.value)}
        accessRights={rights}
      />
    </Prefilled>
  )
}
