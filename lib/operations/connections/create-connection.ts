import { connections } from '#db/schema/connections'
import { fillSandbox } from '#db/seed/connections'
import type { ConnectionView } from '#lib/contracts/integrations/connections'
import { ApiError } from '#lib/domain/api-error'
import type { ConnectionKind } from '#lib/domain/statuses'
import { newId } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { checkSettings, requireProvider } from './check-settings.ts'
import { connectionView } from './connection-view.ts'
import { sealSecrets } from './secrets.ts'

type Input = {
  kind: ConnectionKind
  slug: string
  name: string
  provider: string
  config: Record<string, unknown>
  secrets: Record<string, string | null>
  limits?: ConnectionView['limits']
  workerLabel?: string | null
}

/**
 * Creates a connection; an embedded sandbox gets its records. Throws 400 for settings that the
 * provider does not accept, 409 when the slug is taken for this kind.
 */
export const createConnection = defineOperation<Input, ConnectionView>({
  name: 'createConnection',
  permission: 'connections:manage',
  audit: ({ output }) => ({
    action: 'connection.created',
    objectKind: 'connection',
    objectId: output.id,
    details: { kind: output.kind, slug: output.slug, provider: output.provider },
  }),
  async run({ actor, input, tx }) {
    const { kind, slug, name, config } = input
    const provider = requireProvider(kind, input.provider)
    const secrets = Object.fromEntries(
      Object.entries(input.secrets).filter(
        (entry): entry is [string, string] => entry[1] !== null && entry[1] !== '',
      ),
    )
    checkSettings(provider, config, secrets)
    const id = newId()
    const { organizationId } = actor
    const sealed =
      Object.keys(secrets).length > 0 ? sealSecrets({ organizationId, id }, secrets) : null
    const [row] = await tx
      .insert(connections)
      .values({
        id,
        organizationId,
        kind,
        slug,
        name,
        provider: provider.id,
        config,
        secrets: sealed,
        maxConcurrent: input.limits?.concurrent ?? null,
        maxPerMinute: input.limits?.perMinute ?? null,
        workerLabel: input.workerLabel ?? null,
      })
      .onConflictDoNothing()
      .returning()
    if (!row)
      throw new ApiError(
        'conflict',
        `A connection of this kind already has the slug "${slug}". Choose another slug.`,
        { kind, slug },
      )
    if (provider.embedded) await fillSandbox(tx, { organizationId, connectionId: id, kind })
    return connectionView(row)
  },
})
