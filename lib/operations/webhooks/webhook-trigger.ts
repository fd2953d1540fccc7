import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { webhookTriggers } from '#db/schema/webhooks'
import type { WebhookTriggerChange, WebhookTriggerView } from '#lib/contracts/workflows/webhooks'
import { ApiError } from '#lib/domain/api-error'
import { noWebhookSignature } from '#lib/domain/webhook'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { standardKey } from './require-webhook-signature.ts'
import {
  hashOfToken,
  newWebhookToken,
  openOfWebhook,
  sealOfWebhook,
  webhookAddress,
} from './webhook-secrets.ts'

export type WebhookTriggerRow = typeof webhookTriggers.$inferSelect

/** How long the address before a rotation goes on working, when it is asked for. */
const overlapHours = 24

function view(row: WebhookTriggerRow | undefined): WebhookTriggerView {
  const until = row?.previousUntil
  return {
    address: row ? webhookAddress(openOfWebhook('webhook addresses', row, row.token)) : null,
    enabled: row?.enabled ?? false,
    name: row?.name ?? 'Webhook',
    signature: row?.signature ?? noWebhookSignature,
    hasSecret: row?.secret != null,
    idHeader: row?.idHeader ?? null,
    fields: row?.fields ?? {},
    bodyFields: row?.bodyFields ?? [],
    previousUntil: until && until.getTime() > Date.now() ? until.toISOString() : null,
  }
}

async function findTrigger(tx: Tx, workflowId: string): Promise<WebhookTriggerRow | undefined> {
  const of = eq(webhookTriggers.workflowId, workflowId)
  const [row] = await tx.select().from(webhookTriggers).where(of)
  return row
}

/** The webhook of a workflow. Whoever has its address may start runs, so it is for its editors. */
export const getWebhookTrigger = defineOperation<{ id: string }, WebhookTriggerView>({
  name: 'getWebhookTrigger',
  permission: 'workflows:edit',
  async run({ actor, input, tx }) {
    const workflow = await getWorkflowFor(tx, actor, input.id, 'edit')
    return view(await findTrigger(tx, workflow.id))
  },
})

const wrong = (path: string, message: string): ApiError => ApiError.invalid([{ path, message }])

/** Throws 400 for a way of signing that lacks its header or its secret. */
function requireWhole({ signature, secret }: WebhookTriggerChange, hasSecret: boolean): void {
  const { scheme, header } = signature
  if (scheme === 'none') return
  if (scheme !== 'standard' && header === null)
    throw wrong('signature.header', 'Name the header in which the signature is.')
  if (secret === undefined && !hasSecret)
    throw wrong('secret', 'Give the secret that the sender signs with.')
  if (scheme === 'standard' && secret !== undefined && !standardKey(secret))
    throw wrong('secret', 'A secret of Standard Webhooks is Base64, usually after whsec_.')
}

type Change = WebhookTriggerChange & { id: string }

/** Gives a workflow an address that nobody can guess, or changes what is asked of its callers. */
export const setWebhookTrigger = defineOperation<Change, WebhookTriggerView>({
  name: 'setWebhookTrigger',
  permission: 'workflows:edit',
  audit: ({ input: { id, enabled, name, signature, idHeader, fields, secret } }) => ({
    action: 'webhook-trigger.set',
    objectKind: 'workflow',
    objectId: id,
    details: { enabled, name, signature, idHeader, fields, newSecret: secret !== undefined },
  }),
  async run({ actor, input, tx }) {
    const { enabled, name, signature, idHeader, fields, secret } = input
    const { id: workflowId } = await getWorkflowFor(tx, actor, input.id, 'edit', { lock: true })
    const { organizationId } = actor
    const place = { organizationId, workflowId }
    const known = await findTrigger(tx, workflowId)
    // A secret is of the way of signing that it was given for.
    const kept = known?.signature.scheme === signature.scheme ? (known.secret ?? null) : null
    requireWhole(input, kept !== null)
    const sealed =
      secret === undefined ? kept : sealOfWebhook('webhook signing secrets', place, secret)
    const change = {
      enabled,
      name,
      idHeader,
      fields,
      signature: signature.scheme === 'standard' ? { ...signature, header: null } : signature,
      secret: signature.scheme === 'none' ? null : sealed,
      updatedBy: actor.name,
    }
    const token = newWebhookToken(organizationId)
    const [row] = await tx
      .insert(webhookTriggers)
      .values({
        ...place,
        ...change,
        token: sealOfWebhook('webhook addresses', place, token),
        tokenHash: hashOfToken(token),
      })
      .onConflictDoUpdate({ target: webhookTriggers.workflowId, set: change })
      .returning()
    return view(row)
  },
})

type Rotation = { id: string; keepOld: boolean }

/** Gives a workflow another address; the old one works for another day, or not at all. Makes none. */
export const rotateWebhookTrigger = defineOperation<Rotation, WebhookTriggerView>({
  name: 'rotateWebhookTrigger',
  permission: 'workflows:edit',
  audit: ({ input: { id, keepOld } }) => ({
    action: 'webhook-trigger.rotated',
    objectKind: 'workflow',
    objectId: id,
    details: { keepOld },
  }),
  async run({ actor, input, tx }) {
    const { id: workflowId } = await getWorkflowFor(tx, actor, input.id, 'edit', { lock: true })
    const { organizationId } = actor
    const token = newWebhookToken(organizationId)
    const [row] = await tx
      .update(webhookTriggers)
      .set({
        token: sealOfWebhook('webhook addresses', { organizationId, workflowId }, token),
        tokenHash: hashOfToken(token),
        previousHash: input.keepOld ? sql`${webhookTriggers.tokenHash}` : null,
        previousUntil: input.keepOld ? sql`now() + make_interval(hours => ${overlapHours})` : null,
        updatedBy: actor.name,
      })
      .where(eq(webhookTriggers.workflowId, workflowId))
      .returning()
    return view(row)
  },
})
