import { eq } from 'drizzle-orm'
import { secondFactors } from '#db/schema/factors'
import { replaceRecoveryCodes as replaceCodes } from '#lib/auth/factors/recovery-codes'
import type { TotpSetUpView } from '#lib/contracts/organization/sign-in'
import { requireRecentConfirmation } from '#lib/auth/sessions/require-recent-confirmation'
import { ApiError } from '#lib/domain/api-error'
import { defineIdentityOperation } from '#lib/operations/define-identity-operation'
import { notifyPerson } from '../mails/notify-person.ts'
import { confirmTotp } from './confirm-totp.ts'
import { requireAnotherFactor } from './require-another-factor.ts'
import { requirePerson } from './require-person.ts'
import { totpSetUpOf } from './totp-set-up.ts'

/** Begins to set up an authenticator app. Nothing changes before its first code. */
export const startTotp = defineIdentityOperation<object, TotpSetUpView>({
  name: 'startTotp',
  permission: 'self:manage',
  async run({ actor }) {
    const { id, email } = requirePerson(actor)
    await requireRecentConfirmation(actor)
    return await totpSetUpOf(id, email)
  },
})

/** Stores the authenticator app, which replaces an earlier one, and makes new recovery codes. */
export const addTotp = defineIdentityOperation<
  { setUp: string; code: string },
  { recoveryCodes: string[] }
>({
  name: 'addTotp',
  permission: 'self:manage',
  audit: ({ actor }) => ({
    action: 'second_factor.added',
    objectKind: 'user',
    objectId: actor.id,
    details: { kind: 'totp' },
  }),
  async run({ actor, input, tx }) {
    const { id } = requirePerson(actor)
    await requireRecentConfirmation(actor)
    await confirmTotp(tx, id, input)
    return { recoveryCodes: await replaceCodes(tx, id) }
  },
})

/** Removes the authenticator app. Throws 409 when it is the last factor and one is required. */
export const removeTotp = defineIdentityOperation<object, object>({
  name: 'removeTotp',
  permission: 'self:manage',
  audit: ({ actor }) => ({
    action: 'second_factor.removed',
    objectKind: 'user',
    objectId: actor.id,
    details: { kind: 'totp' },
  }),
  async run({ actor, tx }) {
    const { id } = requirePerson(actor)
    await requireRecentConfirmation(actor)
    const removed = await tx
      .delete(secondFactors)
      .where(eq(secondFactors.userId, id))
      .returning({ id: secondFactors.userId })
    if (removed.length === 0)
      throw new ApiError('not_found', 'You have no authenticator app to remove.')
    await requireAnotherFactor(tx, id)
    await notifyPerson(tx, id, 'totp-removed')
    return {}
  },
})

/** Makes new recovery codes; the old ones stop working. Throws 409 without a second factor. */
export const replaceRecoveryCodes = defineIdentityOperation<object, { recoveryCodes: string[] }>({
  name: 'replaceRecoveryCodes',
  permission: 'self:manage',
  audit: ({ actor }) => ({
    action: 'recovery_codes.replaced',
    objectKind: 'user',
    objectId: actor.id,
  }),
  async run({ actor, tx }) {
    const { id } = requirePerson(actor)
    await requireRecentConfirmation(actor)
    if (!(await requireAnotherFactor(tx, id)))
      throw new ApiError('conflict', 'Set up an authenticator app or a passkey first.')
    const recoveryCodes = await replaceCodes(tx, id)
    await notifyPerson(tx, id, 'recovery-codes')
    return { recoveryCodes }
  },
})
