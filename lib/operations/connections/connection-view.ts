import type { connections } from '#db/schema/connections'
import type { ConnectionView } from '#lib/contracts/integrations/connections'
import { openSecrets } from './secrets.ts'

export type ConnectionRow = typeof connections.$inferSelect

/** A connection as the API shows it: the names of its secrets, never their values. */
export function connectionView(row: ConnectionRow): ConnectionView {
  const { id, kind, slug, name, provider, config } = row
  return {
    id,
    kind,
    slug,
    name,
    provider,
    config,
    secretsSet: Object.keys(openSecrets(row, row.secrets)),
    workerLabel: row.workerLabel,
    limits: { concurrent: row.maxConcurrent, perMinute: row.maxPerMinute },
    lastTest: row.lastTestAt
      ? {
          at: row.lastTestAt.toISOString(),
          ok: row.lastTestOk ?? false,
          message: row.lastTestMessage ?? '',
        }
      : null,
    lastCallAt: row.lastCallAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
