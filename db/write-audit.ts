import type pg from 'pg'
import { storableJson } from '#lib/domain/text'
import { newId } from '#lib/ids'
import type { Tx } from './client.ts'
import { runPrepared } from './run-prepared.ts'

/** The actor, the act and its object. Names and numbers only: no patient data, no secret. */
export type AuditEntry = {
  organizationId: string
  actor: { kind: 'user' | 'api-key' | 'engine' | 'public' | 'directory'; id: string; name: string }
  action: string
  objectKind: string
  objectId: string
  details?: Record<string, unknown> | undefined
  requestId?: string | undefined
}

/**
 * The beginning of every statement that writes audit entries. Statements that write many things at
 * once (a batch of starts) continue with a select of these columns; all others use
 * `auditStatement`.
 */
export const insertAuditEntries = `insert into audit_entries
  (id, organization_id, actor_kind, actor_id, actor_name, action, object_kind, object_id, details,
   request_id)`

const statement = {
  name: 'write-audit',
  text: `${insertAuditEntries}
    values ($1::uuid, $2::uuid, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text,
      $9::jsonb, $10::text)`,
}

type AuditStatement = { name: string; text: string; values: (string | null)[] } & pg.QueryConfig

/** The statement that writes an entry, for callers that send it together with a commit. */
export function auditStatement(entry: AuditEntry): AuditStatement {
  const { organizationId, actor, action, objectKind, objectId, details = {}, requestId } = entry
  const values = [
    newId(),
    organizationId,
    actor.kind,
    actor.id,
    actor.name,
    action,
    objectKind,
    objectId,
    JSON.stringify(storableJson(details)),
    requestId ?? null,
  ]
  return { ...statement, values }
}

/** Writes an entry in the transaction of the act. */
export async function writeAuditEntry(tx: Tx, entry: AuditEntry): Promise<void> {
  const { name, text, values } = auditStatement(entry)
  await runPrepared(tx, name, text, values)
}
