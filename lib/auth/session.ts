import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { Actor } from './actor.ts'
import { pagePathHeader } from './page-path.ts'
import { actorOfSession } from './session-actor.ts'
import { sessionCookieName } from './session-token.ts'

/**
 * The person who requests this page, or undefined. Queried once per request for all parts of the
 * page.
 */
export const getActor = cache(async (): Promise<Actor | undefined> => {
  const token = (await cookies()).get(sessionCookieName())?.value
  return token ? await actorOfSession(token) : undefined
})

/** The person who requests this page; other visitors are sent to sign in and return afterwards. */
export async function requireActor(): Promise<Actor> {
  const actor = await getActor()
  if (actor) return actor
  const path = (await headers()).get(pagePathHeader) ?? '/'
  redirect(path === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(path)}`)
}
