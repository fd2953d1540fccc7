import { createHash, createHmac } from 'node:crypto'
import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { webhookDeliveries, webhookTriggers } from '#db/schema/webhooks'
import { ApiError } from '#lib/domain/api-error'
import type { Issue } from '#lib/domain/issue'
import { bodyFieldsOf, withBodyFields, type WebhookReason } from '#lib/domain/webhook'
import { deriveKey } from '#lib/env'
import { newId } from '#lib/ids'
import { log } from '#lib/log'
import type { WebhookTriggerRow } from './webhook-trigger.ts'

/** So many refused deliveries of a workflow are there to be read, and so many issues of each. */
const mostRefused = 50
const mostIssues = 10

/** The id that a sender gave a delivery, and what it posted, as far as they are stored. */
export type DeliveryId = { key: string; fingerprint: string }

const longest = 255

/**
 * The id of a delivery: from the header that the workflow names, else from those that many senders
 * know. Undefined without one: then each call is a delivery of its own.
 */
export function deliveryIdOf(
  { workflowId, idHeader }: WebhookTriggerRow,
  { headers, body }: { headers: { get(name: string): string | null }; body: Uint8Array },
): DeliveryId | undefined {
  for (const name of [idHeader, 'webhook-id', 'idempotency-key']) {
    const value = name === null ? null : headers.get(name)
    if (name === null || !value) continue
    if (value.length > longest)
      throw ApiError.invalid([{ path: name, message: `It has at most ${longest} characters.` }])
    const key = createHash('sha256').update(`${name}:${value}`).digest('hex')
    const hmac = createHmac('sha256', deriveKey('webhook bodies')).update(`${workflowId}:`)
    return { key, fingerprint: hmac.update(body).digest('hex') }
  }
  return undefined
}

const ofKey = (workflowId: string, { key }: DeliveryId) =>
  and(
    eq(webhookDeliveries.workflowId, workflowId),
    eq(webhookDeliveries.key, key),
    isNotNull(webhookDeliveries.runId),
  )

/** The run that this delivery started before. Throws 409 when it had another body then. */
export async function findRepeated(
  tx: Tx,
  workflowId: string,
  id: DeliveryId | undefined,
): Promise<string | undefined> {
  if (!id) return undefined
  const [first] = await tx
    .update(webhookDeliveries)
    .set({ repeats: sql`${webhookDeliveries.repeats} + 1`, repeatedAt: sql`now()` })
    .where(ofKey(workflowId, id))
    .returning()
  if (first && first.fingerprint !== id.fingerprint)
    throw new ApiError(
      'idempotency_key_reused',
      'A delivery with this id came before, with another body. Give each one an id of its own.',
    )
  return first?.runId ?? undefined
}

type Started = { trigger: WebhookTriggerRow; runId: string; size: number; id?: DeliveryId }

/**
 * Writes a delivery with the run that it starts, in the transaction of the start. Answers the run of
 * an earlier one with the same id instead; one that is just being started is waited for.
 */
export async function claimDelivery(
  tx: Tx,
  { trigger, runId, size, id }: Started,
): Promise<string | undefined> {
  const { organizationId, workflowId } = trigger
  const written = await tx
    .insert(webhookDeliveries)
    .values({ id: newId(), organizationId, workflowId, ...id, status: 202, runId, size })
    .onConflictDoNothing()
    .returning({ id: webhookDeliveries.id })
  return written.length > 0 ? undefined : await findRepeated(tx, workflowId, id)
}

type Schema = Record<string, unknown>

function schemaBelow(schema: Schema | undefined, key: string): Schema | undefined {
  if (/^\d+$/.test(key)) return schema?.['items'] as Schema | undefined
  const properties = (schema?.['properties'] ?? {}) as Record<string, Schema>
  return Object.hasOwn(properties, key) ? properties[key] : undefined
}

/** A place in a body as far as the start form declares it: other keys are the sender's own. */
function declared(schema: Schema | undefined, { path, message }: Issue): Issue {
  if (path === '') return { path, message }
  let at = schema
  const known: string[] = []
  for (const key of path.split('.')) {
    const next = schemaBelow(at, key)
    if (!next)
      return { path: known.join('.'), message: 'A field is there that the form does not have.' }
    known.push(key)
    at = next
  }
  return { path: known.join('.'), message }
}

const unreadable =
  'What was posted cannot be read: it is no JSON in UTF-8, or has a number with more digits than ' +
  'can be stored exactly.'

function reasonOf({ code, message, details }: ApiError, schema: Schema | undefined): WebhookReason {
  // What could not be read has no fields, and its error may quote it.
  if (code === 'invalid_request') return { code, message: unreadable }
  const issues = details['issues'] as Issue[] | undefined
  if (!issues?.length) return { code, message }
  const listed = issues
    .slice(0, mostIssues)
    .map(({ path, message: said }) =>
      declared(schema, { path: path.replace(/^body\.?/, ''), message: said }),
    )
  return { code, message: 'The body does not fit the start form.', issues: listed }
}

/**
 * Writes why a delivery started nothing, for the people who set the webhook up; older ones go, so
 * that nobody fills the table. What was overloaded is not written.
 */
export async function recordRefusedDelivery(
  { organizationId, workflowId }: WebhookTriggerRow,
  error: ApiError,
  { size, schema }: { size: number; schema: Schema | undefined },
): Promise<void> {
  if (error.statusCode >= 500) return
  const refused = and(eq(webhookDeliveries.workflowId, workflowId), isNull(webhookDeliveries.runId))
  try {
    await inOrganization(organizationId, async (tx) => {
      await tx.insert(webhookDeliveries).values({
        id: newId(),
        organizationId,
        workflowId,
        status: error.statusCode,
        reason: reasonOf(error, schema),
        size,
      })
      const [oldest] = await tx
        .select({ id: webhookDeliveries.id })
        .from(webhookDeliveries)
        .where(refused)
        .orderBy(desc(webhookDeliveries.id))
        .offset(mostRefused - 1)
        .limit(1)
      if (oldest)
        await tx.delete(webhookDeliveries).where(and(refused, lt(webhookDeliveries.id, oldest.id)))
    })
  } catch (failure) {
    log.warn({ workflowId, error: failure }, 'a refused delivery of a webhook was not written down')
  }
}

/** Notes which fields a body has, without their values, for whoever chooses among them. */
export async function noteBodyFields(
  { organizationId, workflowId, bodyFields }: WebhookTriggerRow,
  body: unknown,
): Promise<void> {
  const all = withBodyFields(bodyFields, bodyFieldsOf(body))
  if (!all) return
  await inOrganization(organizationId, (tx) =>
    tx
      .update(webhookTriggers)
      .set({ bodyFields: all })
      .where(eq(webhookTriggers.workflowId, workflowId)),
  )
}
