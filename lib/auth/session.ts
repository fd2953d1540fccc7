import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { Actor } from './actor.ts'
import { recordUse } from './last-use.ts'
import { pagePathHeader } from './page-path.ts'
import { sessionOfCookie, type LiveSession } from './session-actor.ts'
import { sessionCookieName } from './session-token.ts'

/**
 * The session of this page's browser, locked or not; undefined without one. Queried once per
 * request for all parts of the page.
 */
export const getSession = cache(async (): Promise<LiveSession | undefined> => {
  const token = (await cookies()).get(sessionCookieName())?.value
  return token ? await sessionOfCookie(token) : undefined
})

/**
 * The person who requests this page; undefined also while their session is locked. Opening a page
 * is an act of the person.
 */
export async function getActor(): Promise<Actor | undefined> {
  const session = await getSession()
  if (session?.state !== 'open') return undefined
  const { actor, times } = session
  recordUse('sessions', actor.sessionId ?? '', times.lastSeenAt, {})
  return actor
}

/**
 * The person who requests this page. Other visitors are sent to sign in, those whose session is
 * locked to unlock it, and return afterwards.
 */
export async function requireActor(): Promise<Actor> {
  const actor = await getActor()
  if (actor) return actor
  const path = (await headers()).get(pagePathHeader) ?? '/'
  const page = (await getSession()) ? '/locked' : '/sign-in'
  redirect(path === '/' ? page : `${page}?next=${encodeURIComponent(path)}`)
}
