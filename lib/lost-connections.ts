import type { Socket } from 'node:net'
import type pg from 'pg'
import { log } from './log.ts'

/** A statement without an answer for so long makes this process ask about its connection. */
const silentMs = 3000
const lookEveryMs = 1000

type Seen = {
  client: pg.PoolClient & { processID?: number }
  /** How much was sent when the server was last heard. */
  heardAt: number
  /** Since when something is sent that nothing was heard after. */
  waitingSince: number | undefined
}

/** The socket of a connection, which the driver's types leave out. */
const socketOf = (client: pg.PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

type Client = pg.Client & { processID?: number }

/** Which of these processes the server has; undefined when a pooler stands in between. */
async function knownProcesses(client: Client, ids: number[]): Promise<Set<number> | undefined> {
  try {
    await client.connect()
    const { rows } = await client.query<{ own: number; known: number[] }>(
      `select pg_backend_pid() as own,
        array(select pid from pg_stat_activity where pid = any($1::int[])) as known`,
      [ids],
    )
    const [{ own, known } = { own: 0, known: [] }] = rows
    return own === client.processID ? new Set(known) : undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Finds connections that lead nowhere. A machine that is gone says nothing: what was sent to it is
 * repeated by the kernel for a quarter of an hour, and each idle connection to it waits for its next
 * user. So when a statement has no answer for three seconds, a new connection asks the server which of
 * the pool's processes it has. After a failover that is another server, which has none of them: they
 * end with an error, and their callers try again. A long statement has its process and goes on.
 * A pooler or proxy that gives connections numbers of its own is noticed, and nothing is ended.
 * @param another makes a client of the same server, with limits of time
 */
export function findLostConnections(pool: pg.Pool, another: () => pg.Client): void {
  const open = new Map<pg.PoolClient, Seen>()
  let timer: NodeJS.Timeout | undefined
  let asking = false

  pool.on('connect', (client) => {
    const socket = socketOf(client)
    const seen: Seen = { client, heardAt: socket.bytesWritten, waitingSince: undefined }
    open.set(client, seen)
    socket.on('data', () => {
      seen.heardAt = socket.bytesWritten
      seen.waitingSince = undefined
    })
    timer ??= setInterval(() => void look(), lookEveryMs).unref()
  })
  pool.on('remove', (client) => {
    open.delete(client)
    if (open.size > 0) return
    clearInterval(timer)
    timer = undefined
  })

  async function look(): Promise<void> {
    const now = Date.now()
    const waiting = [...open.values()].filter(
      ({ client, heardAt }) => socketOf(client).bytesWritten !== heardAt,
    )
    for (const seen of waiting) seen.waitingSince ??= now
    const isSilent = waiting.some(({ waitingSince = now }) => now - waitingSince >= silentMs)
    if (!isSilent || asking) return
    asking = true
    try {
      await endUnknown([...open.values()])
      // Those that are known are asked about again later.
      for (const seen of waiting) seen.waitingSince = undefined
    } catch (error) {
      log.debug({ error }, 'the server could not be asked about silent connections')
    } finally {
      asking = false
    }
  }

  async function endUnknown(all: Seen[]): Promise<void> {
    const ids = all.map(({ client }) => client.processID ?? 0)
    const known = await knownProcesses(another(), ids)
    if (!known) return
    const lost = all.filter(({ client }) => !known.has(client.processID ?? 0) && open.has(client))
    if (lost.length === 0) return
    log.warn({ lost: lost.length }, 'the server does not know these connections; they are ended')
    for (const { client } of lost)
      socketOf(client).destroy(new Error('Connection terminated: the server does not know it'))
  }
}
