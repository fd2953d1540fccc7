import { and, eq } from 'drizzle-orm'
import { passkeys } from '#db/schema/factors'
import { loadFactors } from '#lib/auth/factors/factors-of-person'
import {
  startRegistration,
  storePasskey,
  type NewPasskey,
  type Question,
} from '#lib/auth/factors/passkeys'
import { replaceRecoveryCodes } from '#lib/auth/factors/recovery-codes'
import { requireRecentConfirmation } from '#lib/auth/sessions/require-recent-confirmation'
import { ApiError } from '#lib/domain/api-error'
import { defineIdentityOperation } from '#lib/operations/define-identity-operation'
import { notifyPerson } from '../mails/notify-person.ts'
import { requireAnotherFactor } from './require-another-factor.ts'
import { requirePerson } from './require-person.ts'

/** Begins to add a passkey: what the browser needs to make one. */
export const startPasskey = defineIdentityOperation<object, Question>({
  name: 'startPasskey',
  permission: 'self:manage',
  async run({ actor }) {
    const person = requirePerson(actor)
    await requireRecentConfirmation(actor)
    return await startRegistration(person)
  },
})

/** Adds a passkey. Makes recovery codes when there are none yet. */
export const addPasskey = defineIdentityOperation<
  NewPasskey,
  { id: string; recoveryCodes: string[] }
>({
  name: 'addPasskey',
  permission: 'self:manage',
  audit: ({ actor, output }) => ({
    action: 'second_factor.added',
    objectKind: 'user',
    objectId: actor.id,
    details: { kind: 'passkey', passkey: output.id },
  }),
  async run({ actor, input, tx }) {
    const person = requirePerson(actor)
    await requireRecentConfirmation(actor)
    const id = await storePasskey(tx, person.id, input)
    await notifyPerson(tx, person.id, 'passkey-added')
    const { recoveryCodes } = await loadFactors(tx, person.id)
    return {
      id,
      recoveryCodes: recoveryCodes > 0 ? [] : await replaceRecoveryCodes(tx, person.id),
    }
  },
})

const mine = (id: string, userId: string) => and(eq(passkeys.id, id), eq(passkeys.userId, userId))

/** Renames one of the caller's passkeys. 404 for anybody else's. */
export const renamePasskey = defineIdentityOperation<{ id: string; name: string }, object>({
  name: 'renamePasskey',
  permission: 'self:manage',
  audit: ({ input }) => ({
    action: 'passkey.renamed',
    objectKind: 'passkey',
    objectId: input.id,
  }),
  async run({ actor, input, tx }) {
    const renamed = await tx
      .update(passkeys)
      .set({ name: input.name })
      .where(mine(input.id, actor.id))
      .returning({ id: passkeys.id })
    if (renamed.length === 0) throw ApiError.notFound('passkey', input.id)
    return {}
  },
})

/** Removes one of the caller's passkeys. 404 for anybody else's, 409 for the last required one. */
export const removePasskey = defineIdentityOperation<{ id: string }, object>({
  name: 'removePasskey',
  permission: 'self:manage',
  audit: ({ actor, input }) => ({
    action: 'second_factor.removed',
    objectKind: 'user',
    objectId: actor.id,
    details: { kind: 'passkey', passkey: input.id },
  }),
  async run({ actor, input, tx }) {
    await requireRecentConfirmation(actor)
    const removed = await tx
      .delete(passkeys)
      .where(mine(input.id, actor.id))
      .returning({ id: passkeys.id })
    if (removed.length === 0) throw ApiError.notFound('passkey', input.id)
    await requireAnotherFactor(tx, actor.id)
    await notifyPerson(tx, actor.id, 'passkey-removed')
    return {}
  },
})
