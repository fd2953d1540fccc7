import { count } from 'drizzle-orm'
import type { z } from 'zod'
import { ssoConnections } from '#db/schema/single-sign-on'
import type {
  newSsoConnectionSchema,
  SsoConnectionView,
} from '#lib/contracts/organization/single-sign-on'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { sealClientSecret, sealSamlKeys } from '#lib/single-sign-on/connection-row'
import { makeSamlKey } from '#lib/single-sign-on/saml/make-key'
import { defineOperation } from '../define-operation.ts'
import { checkedOidc, checkedSaml } from './check-config.ts'
import { connectionView } from './views.ts'

const most = 10

/** Sets up an identity provider as a draft. Throws 400, and 409 for a taken name. */
export const createSsoConnection = defineOperation<
  z.output<typeof newSsoConnectionSchema>,
  SsoConnectionView
>({
  name: 'createSsoConnection',
  permission: 'sso:manage',
  needsConfirmation: true,
  audit: ({ output: { id, kind, name } }) => ({
    action: 'sso_connection.created',
    objectKind: 'sso_connection',
    objectId: id,
    details: { kind, name },
  }),
  async run({ actor, input, tx }) {
    const [all] = await tx.select({ count: count() }).from(ssoConnections)
    if ((all?.count ?? 0) >= most)
      throw new ApiError('conflict', `An organization has at most ${most} identity providers.`)
    const row = { id: newId(), organizationId: actor.organizationId }
    const config = input.kind === 'oidc' ? checkedOidc(input.oidc) : checkedSaml(input.saml)
    const [made] = await tx
      .insert(ssoConnections)
      .values({
        ...row,
        kind: input.kind,
        name: input.name,
        config,
        secrets:
          input.kind === 'oidc'
            ? sealClientSecret(row, input.clientSecret)
            : sealSamlKeys(row, [await makeSamlKey()]),
        joinRole: input.joinRole ?? null,
      })
      .onConflictDoNothing()
      .returning()
    if (made) return connectionView(made)
    throw new ApiError(
      'conflict',
      `There is a provider "${input.name}" already. Choose another name.`,
    )
  },
})
