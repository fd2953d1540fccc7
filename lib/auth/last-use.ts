import { authPool, beforeClosing } from '#db/client'
import { log } from '#lib/log'

/**
 * The last use of a key, or the last act of a person in a session, is written at most this often,
 * in milliseconds. Our pages report acts once a minute; a session locks by what is written here.
 */
const everyMs = { apiKeys: 60_000, sessions: 15_000 }
/** The uses within this time are written together. */
const writeAfterMs = 2000

/** What the list of keys shows of the last use. */
type Described = { usedFor?: string; address?: string | null; agent?: string | null }
type Use = { id: string; at: string } & Described
type Kind = 'apiKeys' | 'sessions'

/**
 * A later use by another process stays; a deleted row stays deleted. What is seen of a session is
 * also written to the member, because sessions are deleted when they end.
 */
const statements: Record<Kind, string> = {
  apiKeys: `update api_keys set last_used_at = used.at, last_used_for = "usedFor",
      last_used_address = address, last_used_agent = agent
    from jsonb_to_recordset($1::jsonb)
      as used(id uuid, at timestamptz, "usedFor" text, address text, agent text)
    where api_keys.id = used.id and (last_used_at is null or last_used_at < used.at)`,
  sessions: `with seen as (update sessions set last_seen_at = used.at
      from jsonb_to_recordset($1::jsonb) as used(id uuid, at timestamptz)
      where sessions.id = used.id and last_seen_at < used.at
      returning user_id, organization_id, last_seen_at),
    latest as (select user_id, organization_id, max(last_seen_at) as at from seen group by 1, 2)
    update members set seen_at = greatest(members.seen_at, latest.at) from latest
    where members.user_id = latest.user_id and members.organization_id = latest.organization_id`,
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
 * Records a use when the last one in the row (`known`) is old enough. It is written within two
 * seconds, and when the process ends.
 */
export function recordUse(
  kind: Kind,
  id: string,
  known: Date | null,
  { now = new Date(), ...described }: { now?: Date } & Described,
): void {
  if ((known && known.getTime() > now.getTime() - everyMs[kind]) || buffer.uses[kind].has(id))
    return
  buffer.uses[kind].set(id, {
    id,
    at: now.toISOString(),
    ...described,
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
