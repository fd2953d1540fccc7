import { jwtVerify } from 'jose'
import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { parseExactJson } from '#lib/domain/exact-json'
import type { LetterWebhooks } from './port.ts'
import { fromPostGridLetter, postGridLetterSchema } from './postgrid-letter.ts'
import { requireSigned, signedParts, unsigned } from '../signed-webhook.ts'

const messageSchema = z.object({ type: z.string(), data: z.unknown().optional() })

/** Three dot-separated parts in base64url: a JSON Web Token in its compact form. */
const token = /^[\w-]+\.[\w-]+\.[\w-]+$/

async function payloadOf(
  secret: string | undefined,
  headers: { get(name: string): string | null },
  body: Uint8Array,
): Promise<unknown> {
  const text = new TextDecoder()
    .decode(body)
    .trim()
    .replace(/^"(.*)"$/, '$1')
  if (!token.test(text)) {
    requireSigned({ secret, ...signedParts(headers.get('postgrid-signature')), body })
    return parseExactJson(text)
  }
  if (!secret) throw unsigned()
  const verified = await jwtVerify(text, new TextEncoder().encode(secret), {
    algorithms: ['HS256'],
    maxTokenAge: '5m',
    clockTolerance: '5m',
  }).catch(() => undefined)
  if (!verified) throw unsigned()
  return verified.payload
}

/**
 * PostGrid's webhooks in both formats (postgrid.readme.io, Webhooks): a JSON Web Token signed HS256
 * with the webhook's secret, or JSON with `PostGrid-Signature: t=<milliseconds>,v1=<hex HMAC-SHA256
 * of "t.body">`. Its users, not its reference, report that the letter is in `data`, beside `type`
 * (letter.created, letter.updated), and that the token has its creation time (`iat`): a token
 * without its time is refused.
 */
export function postGridWebhooks(secret: string | undefined): LetterWebhooks {
  return {
    async receive(headers, body) {
      let payload: unknown
      try {
        payload = await payloadOf(secret, headers, body)
      } catch (error) {
        if (error instanceof ApiError) throw error
        throw ApiError.invalid([{ path: '', message: 'This is no message of PostGrid.' }])
      }
      const message = messageSchema.safeParse(payload)
      const letter = postGridLetterSchema.safeParse(message.data?.data)
      return message.data?.type.startsWith('letter.') && letter.success
        ? fromPostGridLetter(letter.data)
        : undefined
    },
  }
}
