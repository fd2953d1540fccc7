import type { Metadata } from 'next'
import { ScreenPage } from '#components/inbox/screen-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { drawMarkdown } from '#lib/operations/screens/draw-markdown'
import { printedFor } from '#lib/operations/settings/printed-for'
import { pagesOf, queryOf } from '#components/shared/loading/queries'
import { listCommentsContract } from '#lib/contracts/runs/comments'
import { getScreenDeadlinesContract } from '#lib/contracts/runs/deadlines'
import { getScreenContract, type ScreenView } from '#lib/contracts/runs/screens'
import { Prefilled } from '../../prefilled.tsx'

export const metadata: Metadata = { title: 'Screen' }

const commentsOf = (screen: unknown) => [
  pagesOf(listCommentsContract, { params: { id: (screen as ScreenView).runId } }),
]

export default async function Page({ params }: { params: Promise<{ taskId: string }> }) {
  const actor = await requireActor()
  const { taskId } = await params
  await drawMarkdown()
  const reads = [
    queryOf(getScreenContract, { params: { taskId } }),
    queryOf(getScreenDeadlinesContract, { params: { taskId } }),
  ]
  return (
    <Prefilled reads={reads} following={commentsOf}>
      <ScreenPage
        key={taskId}
        taskId={taskId}
        printedFor={await printedFor(actor)}
        canControl={can(actor, 'runs:control')}
      />
    </Prefilled>
  )
}
