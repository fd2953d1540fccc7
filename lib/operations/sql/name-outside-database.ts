import type { z } from 'zod'
import { outsideDatabases } from '#db/schema/organization-databases'
import type { nameOutsideDatabaseSchema, SqlSettings } from '#lib/contracts/data/sql'
import { ApiError } from '#lib/domain/api-error'
import { runSql } from '#lib/org-database/run-sql'
import { sealSecrets } from '../connections/secrets.ts'
import { defineOutsideOperation } from '../define-operation.ts'
import { outsidePlace, outsideSecretsOf } from './database-targets.ts'
import { sqlSettingsView } from './settings-view.ts'

/**
 * Names a Postgres of the organization's own for SQL v1. It is tested first; one that does not
 * answer is not saved.
 */
export const nameOutsideDatabase = defineOutsideOperation<
  z.output<typeof nameOutsideDatabaseSchema>,
  SqlSettings
>({
  name: 'nameOutsideDatabase',
  permission: 'settings:manage',
  audit: ({ actor, input: { host, port, database, user } }) => ({
    action: 'sql.outside-database-named',
    objectKind: 'organization',
    objectId: actor.organizationId,
    details: { host, port, database, user },
  }),
  async run({ actor, input, signal, transaction }) {
    const { organizationId } = actor
    const { target } = await outsidePlace(input)
    try {
      const { errorCode } = await runSql(
        target,
        { query: 'select 1', params: [], arrayMode: false },
        { organizationId, watchdogUrl: null, signal },
      )
      if (errorCode !== null)
        throw new ApiError('unprocessable', `The database refused SELECT 1 (${errorCode}).`)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unavailable')
        throw new ApiError('unprocessable', error.message, {}, { cause: error })
      throw error
    }
    const secrets = sealSecrets(outsideSecretsOf(organizationId), { password: input.password })
    const { host, port, database, user: userName, ca } = input
    const row = {
      host,
      port,
      database,
      userName,
      ca,
      secrets,
      updatedBy: actor.name,
      updatedAt: new Date(),
    }
    return await transaction(async (tx) => {
      await tx
        .insert(outsideDatabases)
        .values({ organizationId, ...row })
        .onConflictDoUpdate({ target: outsideDatabases.organizationId, set: row })
      return await sqlSettingsView(tx, organizationId)
    })
  },
})
