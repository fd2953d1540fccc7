import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { LockedPage } from '#components/session/locked-page'
import { getSession } from '#lib/auth/session'
import { ownPath } from '#lib/domain/own-path'

export const metadata: Metadata = { title: 'Locked' }

/** Where a page leads that is opened or reloaded while its session is locked. */
export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[] }>
}) {
  const next = ownPath((await searchParams).next)
  const session = await getSession()
  if (!session) redirect(`/sign-in?next=${encodeURIComponent(next)}`)
  if (session.state === 'open') redirect(next)
  return <LockedPage personId={session.actor.id} name={session.actor.name} next={next} />
}
