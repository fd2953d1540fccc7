import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { count, eq } from 'drizzle-orm'
import { dkimKeys } from '#db/schema/mails'
import type { DkimKeyView } from '#lib/contracts/organization/mail-sender'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { sealText } from '#lib/sealed-text'
import { defineOperation, defineOutsideOperation } from '../../define-operation.ts'
import { dkimKeyPlace } from './sender-secrets.ts'
import { dkimKeyView } from './sender-view.ts'

const most = 10
/** What every receiver verifies (RFC 8301 §3.2); larger keys do not fit one string of a record. */
const modulusLength = 2048

/** Makes a key that signs mails of a domain; the private part is encrypted. Throws 409 beyond 10. */
export const createDkimKey = defineOutsideOperation<{ domain: string }, DkimKeyView>({
  name: 'createDkimKey',
  permission: 'settings:manage',
  audit: ({ output: { id, domain, selector } }) => ({
    action: 'dkim_key.created',
    objectKind: 'dkim_key',
    objectId: id,
    details: { domain, selector },
  }),
  async run({ actor, input: { domain }, transaction }) {
    const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength })
    const id = newId()
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const row = {
      id,
      organizationId: actor.organizationId,
      domain,
      selector: `rounds-${randomBytes(3).toString('hex')}`,
      privateKey: sealText(dkimKeyPlace(id), pem),
      publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    }
    return await transaction(async (tx) => {
      const [all] = await tx.select({ count: count() }).from(dkimKeys)
      if ((all?.count ?? 0) >= most)
        throw new ApiError('conflict', `There are ${most} keys. Delete one that is not used.`)
      const [made] = await tx.insert(dkimKeys).values(row).returning()
      if (!made) throw new Error('the key was not written')
      return dkimKeyView(made)
    })
  },
})

/** Deletes a key; mails are no longer signed with it. Throws 404. */
export const deleteDkimKey = defineOperation<{ id: string }, void>({
  name: 'deleteDkimKey',
  permission: 'settings:manage',
  audit: ({ input }) => ({
    action: 'dkim_key.deleted',
    objectKind: 'dkim_key',
    objectId: input.id,
  }),
  async run({ input, tx }) {
    const [gone] = await tx
      .delete(dkimKeys)
      .where(eq(dkimKeys.id, input.id))
      .returning({ id: dkimKeys.id })
    if (!gone) throw ApiError.notFound('key', input.id)
  },
})
