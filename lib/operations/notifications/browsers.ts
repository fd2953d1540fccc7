import { createHash } from 'node:crypto'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { pushSubscriptions } from '#db/schema/notifications'
import type { Actor } from '#lib/auth/actor'
import type { BrowsersView, PushSubscriptionBody } from '#lib/contracts/organization/notifications'
import { ApiError } from '#lib/domain/api-error'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { sealText } from '#lib/sealed-text'
import { defineOperation } from '../define-operation.ts'
import { requireOwn } from './own-notifications.ts'
import { pushKey } from './push-key.ts'

/** A person who turns on more browsers loses the one that was turned on first. */
const mostBrowsers = 10

/** Where the sealed subscription of a row belongs. */
export const subscriptionPlace = (id: string) => ({ purpose: 'push-subscription', boundTo: id })

const hashOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex')

const ofCaller = ({ organizationId, id }: Actor) =>
  and(eq(pushSubscriptions.organizationId, organizationId), eq(pushSubscriptions.userId, id))

const browsersOf = async (tx: Tx, actor: Actor) =>
  await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(ofCaller(actor))
    .orderBy(asc(pushSubscriptions.id))

/** Our key for push services, and how many browsers of the caller show notifications. */
export const getBrowsers = defineOperation<object, BrowsersView>({
  name: 'getBrowsers',
  permission: 'self:manage',
  async run({ actor, tx }) {
    requireOwn(actor)
    const { length } = await browsersOf(tx, actor)
    return { publicKey: pushKey().publicKey, browsers: length }
  },
})

/** Push services are reached by TLS; others only where an operator allowed the host. */
function requireReachable(endpoint: string): void {
  const { protocol, host } = new URL(endpoint)
  if (protocol === 'https:' || env().HTTP_ALLOW_PRIVATE.includes(host)) return
  throw ApiError.invalid([{ path: 'endpoint', message: 'A push service has an https address.' }])
}

/** Turns on this browser, until its session ends. */
export const addBrowser = defineOperation<PushSubscriptionBody, BrowsersView>({
  name: 'addBrowser',
  permission: 'self:manage',
  async run({ actor, input, tx }) {
    requireOwn(actor)
    const { organizationId, id: userId, sessionId } = actor
    if (!sessionId) throw new ApiError('forbidden', 'Only a signed-in browser can be turned on.')
    requireReachable(input.endpoint)
    const endpointHash = hashOf(input.endpoint)
    // The sealed text is bound to the id of its row, so a row is replaced and not changed.
    await tx
      .delete(pushSubscriptions)
      .where(and(ofCaller(actor), eq(pushSubscriptions.endpointHash, endpointHash)))
    const id = newId()
    const sealed = sealText(subscriptionPlace(id), JSON.stringify(input))
    await tx
      .insert(pushSubscriptions)
      .values({ id, organizationId, userId, sessionId, endpointHash, sealed })
      .onConflictDoNothing()
    const all = await browsersOf(tx, actor)
    const surplus = all.slice(0, -mostBrowsers).map((row) => row.id)
    if (surplus.length > 0)
      await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, surplus))
    return { publicKey: pushKey().publicKey, browsers: all.length - surplus.length }
  },
})

/** Turns off this browser of the caller; one that is off stays so. */
export const removeBrowser = defineOperation<{ endpoint: string }, BrowsersView>({
  name: 'removeBrowser',
  permission: 'self:manage',
  async run({ actor, input, tx }) {
    requireOwn(actor)
    await tx
      .delete(pushSubscriptions)
      .where(and(ofCaller(actor), eq(pushSubscriptions.endpointHash, hashOf(input.endpoint))))
    const { length } = await browsersOf(tx, actor)
    return { publicKey: pushKey().publicKey, browsers: length }
  },
})
