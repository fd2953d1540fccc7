import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { authDb, type Tx } from '#db/client'
import { ssoStates, ssoUsedIds } from '#db/schema/single-sign-on'
import { openText, sealText } from '#lib/sealed-text'
import type { ProviderIdentity, SsoRefusalReason } from './provider-identity.ts'

/** How long a person may take at the provider, in milliseconds: 10 minutes. */
export const stateLifeMs = 10 * 60_000

/** Stored instead of a value that is a credential. */
const hashOf = (value: string): string => createHash('sha256').update(value, 'utf8').digest('hex')

/** What is remembered of a sign-in on its way; sealed, because the verifier redeems its code. */
export type Remembered = {
  /** OIDC. */
  verifier?: string
  nonce?: string
  /** The token of an invitation that the person accepted before leaving. */
  invitation?: string
  /** The session that the answer confirms, and when it asked (epoch, ms). It starts none. */
  confirms?: { sessionId: string; askedAt: number }
  /** SAML: what the provider answered. */
  answer?: ProviderIdentity
  /** SAML: why the answer was refused, for a test or a confirmation, whose page says it. */
  refused?: { reason: SsoRefusalReason; message: string }
}

export type State = { returnTo: string; testedBy: string | null; remembered: Remembered }

/** Where what a sign-in remembers belongs. */
export const ssoStatePlace = (key: string) => ({
  purpose: 'single sign-on states',
  boundTo: `sso-state:${key}`,
})
const seal = (key: string, remembered: Remembered): string =>
  sealText(ssoStatePlace(key), JSON.stringify(remembered))
const stateOf = (row: typeof ssoStates.$inferSelect): State => ({
  returnTo: row.returnTo,
  testedBy: row.testedBy,
  remembered: JSON.parse(openText(ssoStatePlace(row.key), row.sealed)) as Remembered,
})

type NewState = {
  connectionId: string
  /** The `state` (OIDC), or the id of the request (SAML): 128 random bits or more. */
  name: string
  /** The cookie of the browser that asks. */
  browser: string
  returnTo: string
  testedBy: string | null
  remembered: Remembered
}

/** Remembers a sign-in that goes to the provider. Also deletes what has expired. */
export async function rememberState(spec: NewState): Promise<void> {
  const { connectionId, name, browser, returnTo, testedBy, remembered } = spec
  const key = hashOf(name)
  const db = authDb()
  await db.delete(ssoStates).where(lt(ssoStates.expiresAt, sql`now()`))
  await db.delete(ssoUsedIds).where(lt(ssoUsedIds.expiresAt, sql`now()`))
  await db.insert(ssoStates).values({
    key,
    connectionId,
    browser: hashOf(browser),
    sealed: seal(key, remembered),
    returnTo,
    testedBy,
    expiresAt: new Date(Date.now() + stateLifeMs),
  })
}

/** A state of this connection that has not expired. */
const open = (connectionId: string) =>
  and(eq(ssoStates.connectionId, connectionId), gt(ssoStates.expiresAt, sql`now()`))

/**
 * Takes the state of an answer that came to this connection with this browser: it works once.
 * Undefined for any other. A wrong browser leaves it for the right one.
 */
export async function takeState(
  connectionId: string,
  name: string,
  browser: string,
): Promise<State | undefined> {
  const mine = and(eq(ssoStates.key, hashOf(name)), eq(ssoStates.browser, hashOf(browser)))
  const [row] = await authDb()
    .delete(ssoStates)
    .where(and(mine, open(connectionId), isNull(ssoStates.ticket)))
    .returning()
  return row && stateOf(row)
}

/** Whether this connection still waits for the answer to a request. */
export async function isAwaited(connectionId: string, name: string): Promise<boolean> {
  const mine = eq(ssoStates.key, hashOf(name))
  const [row] = await authDb()
    .select({ key: ssoStates.key })
    .from(ssoStates)
    .where(and(mine, open(connectionId), isNull(ssoStates.ticket)))
  return row !== undefined
}

/**
 * Keeps the answer to a request until its browser fetches it with `ticket`. False when the request
 * was answered already, so of several answers at once one counts.
 */
export async function keepAnswer(
  tx: Tx,
  { answer, ...spec }: Kept & { answer: ProviderIdentity },
): Promise<boolean> {
  return await keep(tx, spec, () => ({ answer }))
}

/**
 * Keeps why the answer to a request was refused, so that the page of a test or a confirmation says
 * it. False for a sign-in: its refusal says nothing, and its right answer may still come.
 */
export async function keepRefusal(
  tx: Tx,
  { refused, ...spec }: Kept & { refused: NonNullable<Remembered['refused']> },
): Promise<boolean> {
  return await keep(tx, spec, ({ testedBy, remembered: { confirms } }) =>
    testedBy === null && confirms === undefined ? undefined : { refused },
  )
}

type Kept = { connectionId: string; name: string; ticket: string }

async function keep(
  tx: Tx,
  { connectionId, name, ticket }: Kept,
  outcomeFor: (state: State) => Pick<Remembered, 'answer' | 'refused'> | undefined,
): Promise<boolean> {
  const key = hashOf(name)
  const mine = and(eq(ssoStates.key, key), open(connectionId), isNull(ssoStates.ticket))
  const [row] = await tx.select().from(ssoStates).where(mine).for('update')
  const state = row && stateOf(row)
  const outcome = state && outcomeFor(state)
  if (!outcome) return false
  const sealed = seal(key, { ...state.remembered, ...outcome })
  await tx
    .update(ssoStates)
    .set({ ticket: hashOf(ticket), sealed })
    .where(eq(ssoStates.key, key))
  return true
}

/** Takes the answer that waits for this browser: once. Undefined for any other browser. */
export async function takeAnswer(
  connectionId: string,
  ticket: string,
  browser: string,
): Promise<State | undefined> {
  const mine = and(eq(ssoStates.ticket, hashOf(ticket)), eq(ssoStates.browser, hashOf(browser)))
  const [row] = await authDb()
    .delete(ssoStates)
    .where(and(mine, open(connectionId)))
    .returning()
  return row && stateOf(row)
}

/** Notes that an assertion or log-out token was used. False when it was used before. */
export async function useOnce(
  tx: Tx,
  connectionId: string,
  id: string,
  expiresAt: Date,
): Promise<boolean> {
  const rows = await tx
    .insert(ssoUsedIds)
    .values({ connectionId, key: hashOf(id), expiresAt })
    .onConflictDoNothing()
    .returning({ key: ssoUsedIds.key })
  return rows.length > 0
}
