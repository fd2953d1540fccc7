import { sql } from 'drizzle-orm'
import { authDb, engineDb, type Tx } from '#db/client'
import { sessions } from '#db/schema/people'
import { writeAuditEntry } from '#db/write-audit'

/** What a restore holds until a person answers. */
export type Held = { generation: number; runs: number; mails: number; sessions: number }

const privateMailError =
  'The installation was restored from a backup before this mail was sent. Ask for a new one.'

async function holdRuns(tx: Tx): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update runs set held = true, revision = revision + 1
    where status in ('running', 'suspended') and not sandbox and not held`)
  return rowCount ?? 0
}

async function holdMails(tx: Tx): Promise<number> {
  // Links to passwords and invitations are over, and no list shows such mails.
  await tx.execute(sql`
    update mails set status = 'failed', text = '', error = ${privateMailError}
    where status = 'queued' and private`)
  const { rowCount } = await tx.execute(sql`
    update mails set status = 'held', sender = null, sender_until = null, sender_worker = null
    where status = 'queued'`)
  return rowCount ?? 0
}

async function noteInAuditLogs(tx: Tx, generation: number, backupAt: Date): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`select id from organizations`)
  for (const { id } of rows)
    await writeAuditEntry(tx, {
      organizationId: id,
      actor: { kind: 'engine', id: 'restore', name: 'The operator' },
      action: 'installation.restored',
      objectKind: 'organization',
      objectId: id,
      details: { generation, backupAt: backupAt.toISOString() },
    })
}

/**
 * Begins a new generation of an installation that was restored to the state of `backupAt`. What the
 * outside saw between that and now is not known here, so all open runs and queued mails are held:
 * each of their calls asks a person first. Everybody has to sign in again, since a session that was
 * ended after the backup is valid again. Nothing else may use the database meanwhile.
 */
export async function beginGeneration(backupAt: Date): Promise<Held> {
  const ended = await authDb().delete(sessions)
  return await engineDb().transaction(async (tx) => {
    const held = { runs: await holdRuns(tx), mails: await holdMails(tx) }
    const { rows } = await tx.execute<{ generation: number }>(sql`
      insert into restores (generation, backup_at)
      select coalesce(max(generation), 0) + 1, ${backupAt.toISOString()}::timestamptz from restores
      returning generation`)
    const generation = rows[0]?.generation ?? 1
    await noteInAuditLogs(tx, generation, backupAt)
    return { generation, ...held, sessions: ended.rowCount ?? 0 }
  })
}
