import { authPool, beforeClosing } from '#db/client'
import { log } from '#lib/log'

/** The last use of a key or session is written at most this often, in milliseconds. */
const everyMs = 60_000
/** The uses within this time are written together. */
const writeAfterMs = 2000

type Use = { id: string; at: string; usedFor?: string }
type Kind = 'apiKeys' | 'sessions'

/** A later use by another process stays; a deleted row stays deleted. */
const statements: Record<Kind, string> = {
  apiKeys: `update api_keys set last_used_at = used.at, last_used_for = "usedFor"
    from jsonb_to_recordset($1::jsonb) as used(id uuid, at timestamptz, "usedFor" text)
    where api_keys.id = used.id and (last_used_at is null or last_used_at < used.at)`,
  sessions: `update sessions set last_seen_at = used.at
    from jsonb_to_recordset($1::jsonb) as used(id uuid, at timestamptz)
    where sessions.id = used.id and last_seen_at < used.at`,
}

// One buffer per process, even when a bundler loads this file twice.
const key = Symbol.for('rounds.last-use')
type Buffer = { uses: Record<Kind, Map<string, Use>>; timer: NodeJS.Timeout | undefined }
const holder = globalThis as unknown as Record<symbol, Buffer | undefined>
const buffer: Buffer = (holder[key] ??= {
  uses: { apiKeys: new Map(), sessions: new Map() },
  timer: undefined,
})

/**
 * Records a use when the last use in the row (`known`) is older than a minute. It is written within
 * two seconds, and when the process ends.
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
  // The end of the process does not wait for this: closing the database writes the rest.
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
    // Only now, because a request that read the row before would record its use again.
    for (const { id } of uses) buffer.uses[kind].delete(id)
  }
}

beforeClosing('last-use', writeUses)
