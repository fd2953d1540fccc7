import { and, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/client'
import { emailDomains, ssoConnections } from '#db/schema/single-sign-on'
import type {
  changeSsoConnectionSchema,
  SsoConnectionView,
} from '#lib/contracts/organization/single-sign-on'
import { ApiError } from '#lib/domain/api-error'
import {
  isOidc,
  isSaml,
  sealClientSecret,
  type ConnectionRow,
} from '#lib/single-sign-on/connection-row'
import { defineOperation } from '../define-operation.ts'
import { checkedOidc, checkedSaml } from './check-config.ts'
import { connectionView, lockConnection } from './views.ts'

type Input = { id: string } & z.output<typeof changeSsoConnectionSchema>

/** Throws 409 while people of a domain can sign in with this connection only. */
export async function requireNotEnforced(tx: Tx, connectionId: string): Promise<void> {
  const [domain] = await tx
    .select({ domain: emailDomains.domain })
    .from(emailDomains)
    .where(and(eq(emailDomains.connectionId, connectionId), eq(emailDomains.enforced, true)))
  if (!domain) return
  throw new ApiError(
    'conflict',
    `People at ${domain.domain} can sign in with this provider only. Stop enforcing it there first.`,
    { domain: domain.domain },
  )
}

const refused = (path: string, message: string) => ApiError.invalid([{ path, message }])

/** The settings of the protocol, and whether another provider or client is meant with them. */
function configOf(row: ConnectionRow, { oidc, saml, clientSecret }: Input) {
  if (isOidc(row)) {
    if (saml) throw refused('saml', 'This provider is an OIDC provider.')
    const config = oidc ? checkedOidc(oidc) : row.config
    const moved = config.issuer !== row.config.issuer || config.clientId !== row.config.clientId
    if (moved && clientSecret === undefined)
      throw refused('clientSecret', 'Give the client secret of this issuer and client.')
    return { config, moved, readAgain: false }
  }
  if (!isSaml(row)) throw new Error(`a connection of the kind ${row.kind}`)
  if (oidc || clientSecret !== undefined) throw refused('oidc', 'This provider is a SAML provider.')
  const config = saml ? checkedSaml(saml) : row.config
  // Certificates are replaced while people sign in.
  const moved = config.entityId !== row.config.entityId || config.ssoUrl !== row.config.ssoUrl
  const readAgain = config.metadataUrl !== row.config.metadataUrl
  return { config, moved, readAgain }
}

function statusOf(row: ConnectionRow, moved: boolean, active: boolean | undefined) {
  const status = moved ? 'draft' : row.status
  if (active === undefined) return status
  if (!active) return status === 'active' ? 'tested' : status
  if (status !== 'draft') return 'active'
  throw new ApiError('conflict', 'Sign in with it once by “Test sign-in” before you activate it.', {
    status,
  })
}

/**
 * Changes, activates or pauses an identity provider. Another issuer, client, entity or address
 * makes it a draft. Throws 404, 400, and 409 while a domain enforces it.
 */
export const changeSsoConnection = defineOperation<Input, SsoConnectionView>({
  name: 'changeSsoConnection',
  permission: 'sso:manage',
  needsConfirmation: true,
  audit: ({ input, output: { id, status } }) => ({
    action: 'sso_connection.changed',
    objectKind: 'sso_connection',
    objectId: id,
    details: { fields: Object.keys(input).filter((field) => field !== 'id'), status },
  }),
  async run({ input, tx }) {
    const row = await lockConnection(tx, input.id)
    const { config, moved, readAgain } = configOf(row, input)
    const status = statusOf(row, moved, input.active)
    if (row.status === 'active' && status !== 'active') await requireNotEnforced(tx, row.id)
    if (input.name !== undefined) await requireFreeName(tx, row.id, input.name)
    const [changed] = await tx
      .update(ssoConnections)
      .set({
        config,
        status,
        ...(moved ? { lastTest: null } : {}),
        ...(readAgain ? { checkedAt: null, metadataProblem: null } : {}),
        ...(input.name === undefined ? {} : { name: input.name }),
        ...(input.joinRole === undefined ? {} : { joinRole: input.joinRole }),
        ...(input.clientSecret === undefined
          ? {}
          : { secrets: sealClientSecret(row, input.clientSecret) }),
      })
      .where(eq(ssoConnections.id, row.id))
      .returning()
    if (!changed) throw ApiError.notFound('single sign-on connection', row.id)
    return connectionView(changed)
  },
})

async function requireFreeName(tx: Tx, id: string, name: string): Promise<void> {
  const [taken] = await tx
    .select({ id: ssoConnections.id })
    .from(ssoConnections)
    .where(and(eq(ssoConnections.name, name), ne(ssoConnections.id, id)))
  if (taken)
    throw new ApiError('conflict', `There is a provider "${name}" already. Choose another name.`)
}
