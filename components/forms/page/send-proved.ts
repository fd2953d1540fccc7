import { ApiFailure } from '#lib/http/client'

/** A challenge may end while it is solved; after so many, something else is wrong. */
const mostChallenges = 3

const challengeOf = (error: unknown): string | undefined =>
  error instanceof ApiFailure && error.details['reason'] === 'proof_required'
    ? String(error.details['challenge'])
    : undefined

type Headers = Record<string, string>

/**
 * Sends a form, and again with the solved challenge where the server asks for one: the person
 * notices nothing but a moment. `program` is the worker that solves it.
 */
export async function sendProved<Answer>(
  send: (headers: Headers) => Promise<Answer>,
  program: string,
): Promise<Answer> {
  let headers: Headers = {}
  for (let left = mostChallenges; ; left -= 1) {
    try {
      return await send(headers)
    } catch (error) {
      const challenge = challengeOf(error)
      if (challenge === undefined || left === 0) throw error
      const { prove } = await import('./prove.ts')
      headers = { 'form-proof': await prove(challenge, program) }
    }
  }
}
