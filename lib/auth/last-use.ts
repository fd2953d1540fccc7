import { authPool, beforeClosing } from '#db/client'
import { log } from '#lib/log'

/** A last use is written at most this often for each key or session, in milliseconds. */
const everyMs = 60_000
/** What was used meanwhile is written together. */
const writeAfterMs = 2000

type Use = { id: string; at: string; usedFor?: string }
type Kind = 'apiKeys' | 'sessions'

/** A later use stays, whoever wrote it; a row that was deleted meanwhile stays deleted. */
const statements: Record<Kind, string> = {
  apiKeys: `update api_keys set last_used_at = used.at, last_used_for = "usedFor"
    from jsonb_to_recordset($1::jsonb) as used(id uuid, at timestamptz, "usedFor" text)
    where api_keys.id = used.id and (last_used_at is null or last_used_at < used.at)`,
  sessions: `update sessions set last_seen_at = used.at
    from jsonb_to_recordset($1::jsonb) as used(id uuid, at timestamptz)
    where sessions.id = used.id and last_seen_at < used.at`,
}

// One buffer per process, also when a bundler loads this file twice.
const key = Symbol.for('rounds.last-use')
type Buffer = { uses: Record<Kind, Map<string, Use>>; timer: NodeJS.Timeout | undefined }
const holder = globalThis as unknown as Record<symbol, Buffer | undefined>
const buffer: Buffer = (holder[key] ??= {
  uses: { apiKeys: new Map(), sessions: new Map() },
  timer: undefined,
})

/**
 * Remembers a use when `known`, the last one that the row tells of, is older than a minute. It is
 * written within two seconds, and when the process ends.
 */
export function recordUse(
  kind: Kind,
  id: string,
  known: Date | null,
  { now = new Date(), usedFor }: { now?: Date; usedFor?: string },
): void {
  if ((known && known.getTime() > now.getTime() - everyMs) || buffer.uses[kind].has(id)) return
  buffer.uses[kind].set(id, {
    id,
    at: now.toISOString(),
    ...(usedFor === undefined ? {} : { usedFor }),
  })
  // Not waited for at the process's end: closing the database writes what is left.
  buffer.timer ??= setTimeout(() => void writeUses(), writeAfterMs).unref()
}

async function writeUses(): Promise<void> {
  clearTimeout(buffer.timer)
  buffer.timer = undefined
  for (const kind of ['apiKeys', 'sessions'] as const) {
    const uses = [...buffer.uses[kind].values()]
    if (uses.length === 0) continue
    try {
      await authPool().query(statements[kind], [JSON.stringify(uses)])
    } catch (error) {
      log.warn({ error, kind, uses: uses.length }, 'last uses were not written')
    }
    // Only now: a request that still read the row as it was would note its use again.
    for (const { id } of uses) buffer.uses[kind].delete(id)
  }
}

beforeClosing('last-use', writeUses)
