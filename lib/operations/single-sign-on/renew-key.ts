import { eq } from 'drizzle-orm'
import { ssoConnections } from '#db/schema/single-sign-on'
import type { SsoConnectionView } from '#lib/contracts/organization/single-sign-on'
import { ApiError } from '#lib/domain/api-error'
import { isSaml, samlKeysOf, sealSamlKeys } from '#lib/single-sign-on/connection-row'
import { makeSamlKey } from '#lib/single-sign-on/saml/make-key'
import { defineOperation } from '../define-operation.ts'
import { connectionView, lockConnection } from './views.ts'

/**
 * Makes a new key of our own for a SAML provider. The one before goes on opening assertions until
 * the next time, so that the provider can take the new one meanwhile. Throws 404, 409 for OIDC.
 */
export const renewSsoKey = defineOperation<{ id: string }, SsoConnectionView>({
  name: 'renewSsoKey',
  permission: 'sso:manage',
  needsConfirmation: true,
  audit: ({ input, output: { name } }) => ({
    action: 'sso_connection.key_renewed',
    objectKind: 'sso_connection',
    objectId: input.id,
    details: { name },
  }),
  async run({ input, tx }) {
    const row = await lockConnection(tx, input.id)
    if (!isSaml(row)) throw new ApiError('conflict', 'Only a SAML provider has a key of ours.')
    const [before] = samlKeysOf(row)
    const keys = [await makeSamlKey(), ...(before ? [before] : [])]
    const [changed] = await tx
      .update(ssoConnections)
      .set({ secrets: sealSamlKeys(row, keys) })
      .where(eq(ssoConnections.id, row.id))
      .returning()
    if (!changed) throw ApiError.notFound('single sign-on connection', row.id)
    return connectionView(changed)
  },
})
