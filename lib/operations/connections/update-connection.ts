import { and, eq, ne } from 'drizzle-orm'
import { connections } from '#db/schema/connections'
import type { ConnectionView } from '#lib/contracts/integrations/connections'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import {
  replaceInWorkflows,
  requireUnused,
  settingOfConnection,
  workflowsOfConnection,
} from '../workflows/used-by.ts'
import { checkSettings, requireProvider } from './check-settings.ts'
import { connectionView } from './connection-view.ts'
import { getConnectionOrThrow } from './find-connection.ts'
import { askAgain } from './ask-again.ts'
import { openSecrets, sealSecrets } from './secrets.ts'

type Input = {
  id: string
  slug?: string | undefined
  /** With another slug: the workflows that name the old one are changed with it. */
  replace?: boolean | undefined
  name?: string | undefined
  config?: Record<string, unknown> | undefined
  secrets?: Record<string, string | null> | undefined
  limits?: ConnectionView['limits'] | undefined
  workerLabel?: string | null | undefined
}

/**
 * Changes a connection; absent fields keep their values. When the address changes, its secrets are
 * deleted unless they are given again.
 */
export const updateConnection = defineOperation<Input, ConnectionView>({
  name: 'updateConnection',
  permission: 'connections:manage',
  audit: ({ input, output }) => ({
    action: 'connection.changed',
    objectKind: 'connection',
    objectId: output.id,
    details: {
      fields: Object.keys(input).filter((name) => name !== 'id'),
      secrets: Object.keys(input.secrets ?? {}),
    },
  }),
  async run({ actor, info, input, tx }) {
    const row = await getConnectionOrThrow(tx, input.id)
    const provider = requireProvider(row.kind, row.provider)
    const config = input.config ?? row.config
    const moved = provider.addressFields.some((field) => config[field] !== row.config[field])
    const secrets = moved ? {} : openSecrets(row, row.secrets)
    for (const [name, value] of Object.entries(input.secrets ?? {})) {
      if (value === null) delete secrets[name]
      else if (value !== '') secrets[name] = value
    }
    checkSettings(provider, config, secrets)
    if (input.slug !== undefined && input.slug !== row.slug) {
      const [taken] = await tx
        .select({ id: connections.id })
        .from(connections)
        .where(
          and(
            eq(connections.kind, row.kind),
            eq(connections.slug, input.slug),
            ne(connections.id, row.id),
          ),
        )
      if (taken)
        throw new ApiError(
          'conflict',
          `A connection of this kind already has the slug "${input.slug}". Choose another slug.`,
          { slug: input.slug },
        )
      const setting = settingOfConnection(row)
      if (input.replace) await replaceInWorkflows(tx, { actor, info }, setting, input.slug)
      else {
        const how = 'Send replace: true to have it name the new slug.'
        const users = await workflowsOfConnection(tx, actor, row)
        requireUnused(`The connection “${row.slug}”`, users, how)
      }
    }
    const [changed] = await tx
      .update(connections)
      .set({
        slug: input.slug ?? row.slug,
        name: input.name ?? row.name,
        config,
        ...(input.limits
          ? { maxConcurrent: input.limits.concurrent, maxPerMinute: input.limits.perMinute }
          : {}),
        ...(input.workerLabel === undefined ? {} : { workerLabel: input.workerLabel }),
        secrets: Object.keys(secrets).length > 0 ? sealSecrets(row, secrets) : null,
      })
      .where(eq(connections.id, row.id))
      .returning()
    if (!changed) throw ApiError.notFound('connection', input.id)
    if (changed.workerLabel !== row.workerLabel) await askAgain(tx, actor.organizationId, row)
    return connectionView(changed)
  },
})
