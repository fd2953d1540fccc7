import { sealSession, sessionCookieName, sessionSeconds } from '#lib/auth/session-token'
import { cookieHeader } from '#lib/auth/sign-in/pending-cookie'

/** Answers JSON, and gives the browser the cookie of its session, which has got a new id. */
export async function movedSession(
  status: number,
  body: object,
  sessionId: string,
): Promise<Response> {
  const cookie = cookieHeader(sessionCookieName(), await sealSession(sessionId), sessionSeconds)
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'set-cookie': cookie,
    },
  })
}
