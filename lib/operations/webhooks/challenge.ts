import { webhookChallengeSchema } from '#lib/domain/webhook'

/**
 * What a sender wants to be told back before it posts anything: `challenge` of a body with the type
 * `url_verification` (Slack). Undefined for any other body.
 */
export function challengeInBody(value: unknown): string | undefined {
  const { type, challenge } = (value ?? {}) as { type?: unknown; challenge?: unknown }
  if (type !== 'url_verification') return undefined
  const read = webhookChallengeSchema.safeParse(challenge)
  return read.success ? read.data : undefined
}
