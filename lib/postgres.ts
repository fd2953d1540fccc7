import pg from 'pg'
import { findLostConnections } from './lost-connections.ts'
import { connectAsRole, presentPassword, roleOf, type DatabaseRole } from './role-passwords.ts'

type OnLost = (error: Error) => void

/**
 * A machine without power says nothing: an idle connection to it is found lost after half a minute,
 * where the system would take two hours.
 */
export const noticesLoss = { keepAlive: true, keepAliveInitialDelayMillis: 15_000 }

/**
 * An attempt to connect that is not answered for so long is given up: a machine without power
 * refuses nothing. A busy server takes seconds, so it is not less. Not the same as the time for which a
 * caller waits for a free connection.
 */
export const connectWithinMs = 10_000

/**
 * A Postgres client outside of a pool. It has a listener for its errors from the beginning:
 * a connection that is lost between two statements (a restart, a dropped database, an ended
 * session) is reported as an event, and without a listener that event ends the process.
 * A statement under way, and every later one, fails with the error as well.
 * @param onLost called with the error of a lost connection
 */
export function makeClient(config: pg.ClientConfig, onLost: OnLost = () => undefined): pg.Client {
  const client = new pg.Client(config)
  client.on('error', onLost)
  const role = roleOf(config.connectionString)
  const password = role && presentPassword(role)
  if (password === undefined) return client
  const connect = client.connect.bind(client) as () => Promise<pg.Client>
  const asRole = async () => await connectAsRole(connect, { once: true })
  return Object.assign(client, { password, connect: asRole })
}

/**
 * Signs in with the password that the role of this connection string has now, and leaves. Throws when
 * that is refused.
 */
export async function showPassword(connectionString: string): Promise<void> {
  const role = roleOf(connectionString)
  const Prompt = promptClient(pg.Client, role)
  const client = new Prompt({ connectionString, application_name: 'rounds password' })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Ends a client, and within this time also one whose server says nothing: the driver waits for its
 * farewell. A `connect()` under way does not settle then; the event `end` comes.
 */
export async function endWithin(client: pg.Client, withinMs: number): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } })
    .connection
  const timer = setTimeout(() => stream.destroy(), withinMs)
  await client.end().catch(() => undefined)
  clearTimeout(timer)
}

type Client = typeof pg.Client

/**
 * A client that gives up an attempt to connect after `connectWithinMs`, with the password that its
 * role has now.
 */
function promptClient(Base: Client, role: DatabaseRole | undefined): Client {
  return class extends Base {
    constructor(config?: pg.ClientConfig) {
      super(config)
      const password = role && presentPassword(role)
      if (password !== undefined) this.password = password
      // The pool's setting of this name is also the time for which callers wait for a connection.
      Object.assign(this, { _connectionTimeoutMillis: connectWithinMs })
    }
  }
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

async function answer(connecting: Promise<pg.PoolClient>, callback: Connected): Promise<void> {
  let client: pg.PoolClient
  try {
    client = await connecting
  } catch (error) {
    return callback(error as Error, undefined, () => undefined)
  }
  callback(undefined, client, client.release)
}

/** A caller of the pool notices no change of its role's password. */
function connectPatiently(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const patiently = async () => await connectAsRole(connect)
  // `pool.query` uses the form with a callback.
  Object.assign(pool, {
    connect: (callback?: Connected) => {
      if (!callback) return patiently()
      return void answer(patiently(), callback)
    },
  })
}

/**
 * A pool whose connections have listeners for their errors, idle or in use, also while they are
 * being closed: `pool.end()` resolves before the server has heard of it. Connections to a server
 * that is gone are found (`findLostConnections`), unless they are those of a pooler.
 * @param onIdleLost called when a connection is lost that nobody used
 */
export function makePool(
  {
    Client: Base = pg.Client,
    pooled = false,
    ...config
  }: pg.PoolConfig & { Client?: Client; pooled?: boolean },
  onIdleLost: OnLost = () => undefined,
): pg.Pool {
  const role = roleOf(config.connectionString)
  const pool = new pg.Pool({ ...config, Client: promptClient(Base, role) } as pg.PoolConfig)
  if (role) connectPatiently(pool)
  const another = {
    connectionString: config.connectionString,
    application_name: 'rounds lost connections',
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: connectWithinMs,
  }
  if (!pooled) findLostConnections(pool, () => makeClient(another))
  pool.on('error', onIdleLost)
  // Of one in use: the statement under way fails, and between two the next one does.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Prepares nothing under a name: for a pooler that gives each transaction another connection and does
 * not know what was prepared on it.
 */
export class UnpreparingClient extends pg.Client {
  // The driver declares an overload for each way of asking; all of them pass through here.
  override query(...asked: unknown[]): never {
    const [first, ...rest] = asked
    const isNamed = typeof first === 'object' && first !== null && 'name' in first
    const plain = isNamed ? { ...first, name: undefined } : first
    return (super.query as (...all: unknown[]) => never)(plain, ...rest)
  }
}
