import type { Metadata } from 'next'
import { ScreenPage } from '#components/inbox/screen-page'
import { requireActor } from '#lib/auth/session'
import { printedFor } from '#lib/operations/settings/printed-for'

export const metadata: Metadata = { title: 'Screen' }

export default async function Page({ params }: { params: Promise<{ taskId: string }> }) {
  const actor = await requireActor()
  const { taskId } = await params
  return <ScreenPage key={taskId} taskId={taskId} printedFor={await printedFor(actor)} />
}
