import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { Actor } from './actor.ts'
import { pagePathHeader } from './page-path.ts'
import { actorOfSession } from './session-actor.ts'
import { sessionCookieName } from './session-token.ts'

/**
 * The person who asks for this page, or undefined. Asked once per request, however many parts of
 * the page want to know.
 */
export const getActor = cache(async (): Promise<Actor | undefined> => {
  const token = (await cookies()).get(sessionCookieName())?.value
  return token ? await actorOfSession(token) : undefined
})

/** The person who asks for this page; anybody else is sent to sign in and comes back afterwards. */
export async function requireActor(): Promise<Actor> {
  const actor = await getActor()
  if (actor) return actor
  const path = (await headers()).get(pagePathHeader) ?? '/'
  redirect(path === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(path)}`)
}
