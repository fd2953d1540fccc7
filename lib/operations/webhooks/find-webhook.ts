import { and, eq, gt, or, sql } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { webhookTriggers } from '#db/schema/webhooks'
import { newActor, type Actor } from '#lib/auth/actor'
import { requestCounts } from '#lib/auth/request-counts'
import { ApiError } from '#lib/domain/api-error'
import { countOf } from '#lib/domain/count-of'
import { env } from '#lib/env'
import { hashOfToken, organizationOfToken } from './webhook-secrets.ts'
import type { WebhookTriggerRow } from './webhook-trigger.ts'

/** A webhook that is on, and its caller: who may do nothing but start the workflow. */
export type Webhook = { trigger: WebhookTriggerRow; actor: Actor }

/** The same for an address that never was, is switched off or was replaced. */
export const unknownWebhook = (): ApiError =>
  new ApiError(
    'not_found',
    'There is no webhook at this address. Copy the address from the workflow again.',
  )

/** Finds the webhook of an address by one query, whatever comes out of it. Throws 404. */
export async function findWebhook(token: string): Promise<Webhook> {
  const organizationId = organizationOfToken(token)
  const hash = hashOfToken(token)
  const { enabled, tokenHash, previousHash, previousUntil } = webhookTriggers
  const [row] = await inOrganization(organizationId, (tx) =>
    tx
      .select({
        trigger: webhookTriggers,
        starts: organizations.startsPerMinute,
        requests: organizations.ratePerMinute,
      })
      .from(webhookTriggers)
      .innerJoin(organizations, eq(organizations.id, webhookTriggers.organizationId))
      .where(
        and(
          eq(enabled, true),
          or(eq(tokenHash, hash), and(eq(previousHash, hash), gt(previousUntil, sql`now()`))),
        ),
      ),
  )
  if (!row) throw unknownWebhook()
  const { trigger, starts, requests } = row
  const actor = newActor({
    kind: 'public',
    id: trigger.workflowId,
    name: trigger.name,
    organizationId,
    role: 'public',
    permissions: new Set(['runs:start'] as const),
    rate: { own: null, organization: requests, starts },
  })
  return { trigger, actor }
}

const seconds = 60

/**
 * Counts a call like one of an API key: an address has the limit of a key, and all together have
 * that of the organization. Throws 429.
 */
export async function takeWebhookCall({ trigger, actor }: Webhook): Promise<void> {
  const { key, organization } = env().RATE_LIMITS
  const limit = (name: string, of: string, most: number) =>
    most > 0 ? [{ name, of: ['requests', name, of], most, seconds }] : []
  const counted = await requestCounts().take([
    ...limit('webhook', trigger.workflowId, key),
    ...limit('organization', actor.organizationId, actor.rate?.organization ?? organization),
  ])
  if (!counted.refusedBy) return
  const { wait } = counted
  throw new ApiError(
    'rate_limited',
    `This webhook is called too often. Try again in ${countOf(wait, 'second')}.`,
    { limit: counted.refusedBy.name, retryAfterSeconds: wait },
    { headers: { 'retry-after': String(wait) } },
  )
}
