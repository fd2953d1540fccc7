import { createHash } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { authDb, type Tx } from '#db/client'
import { passkeys, passwordResets, recoveryCodes, secondFactors } from '#db/schema/factors'
import { users } from '#db/schema/people'
import type { Actor } from '#lib/auth/actor'
import { hashPassword } from '#lib/auth/password'
import { requireGoodPassword } from '#lib/auth/passwords/fault-of-password'
import { consumeUse, requireUses } from '#lib/auth/rate-limit'
import { ownWayOf, singleSignOnDemanded } from '#lib/auth/single-sign-on/enforcement'
import { clientAddress, networkOf } from '#lib/client-address'
import { ApiError } from '#lib/domain/api-error'
import { env } from '#lib/env'
import { newId, randomToken } from '#lib/ids'
import { log } from '#lib/log'
import type { CallInfo } from '../define-operation.ts'
import { mailToPerson, notifyPerson } from '../mails/notify-person.ts'
import { endAccessByPassword } from '../security/end-access-by-password.ts'
import { auditPerson } from './audit-person.ts'

/** Whether this installation can send the link at all. */
export const canMail = (): boolean => env().SMTP_URL !== undefined

const noMail =
  'This installation sends no mail. Ask an operator: "npm run unlock" prints a link for you.'
const hashOf = (token: string): string => createHash('sha256').update(token, 'utf8').digest('hex')

/** The page of a link. The token is a credential. */
export const resetAddress = (token: string): string => `${env().BASE_URL}/reset-password/${token}`

/**
 * Stores a link for a person and answers its token. It replaces earlier ones, and works once, for
 * 30 minutes (the default of the column).
 */
export async function storeReset(
  tx: Tx,
  userId: string,
  { removesFactors }: { removesFactors: boolean },
): Promise<string> {
  const token = randomToken()
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
  await tx
    .insert(passwordResets)
    .values({ id: newId(), userId, tokenHash: hashOf(token), removesFactors })
  return token
}

/**
 * Sends the link when the address has an account with a password, at most five times an hour.
 */
export async function sendResetLink(email: string): Promise<void> {
  // Beyond this nothing is sent, and the answer stays the same: it does not tell about accounts.
  if ((await consumeUse({ of: ['password reset', email], most: 5, seconds: 3600 })) > 0) return
  await authDb().transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(
        and(
          eq(sql`lower(${users.email})`, email),
          isNull(users.disabledAt),
          isNotNull(users.passwordHash),
        ),
      )
    if (!user || (await ownWayOf(user, tx)).way === 'refused') return
    const token = await storeReset(tx, user.id, { removesFactors: false })
    await mailToPerson(tx, user.id, {
      subject: 'Choose a new password',
      lines: [
        'Somebody asked for a new password for your account. Choose it here, within 30 minutes:',
        resetAddress(token),
        'If it was not you, do nothing: your password stays as it is.',
      ],
    })
    await auditPerson(tx, user.id, 'password.reset_requested')
  })
}

/**
 * Asks for a link to choose a new password. The answer and its time are the same for every address:
 * the work begins after it. Throws 409 when this installation sends no mail, 429 after 30 in a
 * quarter of an hour from one network.
 */
export async function requestPasswordReset(
  _nobody: Actor,
  { email }: { email: string },
): Promise<void> {
  if (!canMail()) throw new ApiError('conflict', noMail)
  const of = ['password reset network', networkOf(clientAddress())]
  await requireUses([{ of, most: 30, seconds: 15 * 60 }], 'Too many requests for a new password.')
  setImmediate(() => {
    sendResetLink(email).catch((error: unknown) => log.error({ error }, 'a reset was not sent'))
  })
}

/** Finds the link of this token, without using it up; undefined when it is not valid. */
export async function findReset(token: string, { lock }: { lock?: Tx } = {}) {
  const query = (lock ?? authDb())
    .select({
      id: passwordResets.id,
      userId: passwordResets.userId,
      removesFactors: passwordResets.removesFactors,
      email: users.email,
    })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(
      and(
        eq(passwordResets.tokenHash, hashOf(token)),
        gt(passwordResets.expiresAt, sql`now()`),
        isNull(users.disabledAt),
      ),
    )
  const [found] = lock ? await query.for('update', { of: passwordResets }) : await query
  return found
}

async function removeFactors(tx: Tx, userId: string): Promise<void> {
  for (const table of [secondFactors, passkeys, recoveryCodes])
    await tx.delete(table).where(eq(table.userId, userId))
}

/**
 * Chooses a new password with a link, once. All sessions end, and nobody is signed in: a second
 * factor is asked as before, except after an operator's link, which removes the lost ones. Throws
 * 404 for a link that is not valid, 400 for a bad password, 403 where single sign-on is demanded.
 */
export async function resetPassword(
  _nobody: Actor,
  { token, newPassword }: { token: string; newPassword: string },
  info: CallInfo = {},
): Promise<void> {
  const of = ['password reset use', networkOf(clientAddress())]
  await requireUses([{ of, most: 30, seconds: 15 * 60 }], 'Too many tries.')
  const gone = () =>
    new ApiError(
      'not_found',
      'This link was used, has expired or never existed. Ask for a new one.',
    )
  const open = await findReset(token)
  if (!open) throw gone()
  const own = await ownWayOf({ id: open.userId, email: open.email })
  if (own.way === 'refused') throw singleSignOnDemanded(own.enforcement.domain)
  await requireGoodPassword(authDb(), newPassword, { userId: open.userId }, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  await authDb().transaction(async (tx) => {
    const reset = await findReset(token, { lock: tx })
    if (!reset) throw gone()
    const { userId, removesFactors } = reset
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    const ended = await endAccessByPassword(tx, userId)
    if (removesFactors) await removeFactors(tx, userId)
    await notifyPerson(tx, userId, 'password-changed')
    const details = { sessionsEnded: ended, factorsRemoved: removesFactors }
    await auditPerson(tx, userId, 'password.reset', { details, info })
  })
}
