import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { makeClient } from '#lib/postgres'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#db/embedded'

/**
 * A separate durable Postgres that can be killed and returns at the same address, and a superuser's
 * connection that follows it, also when Postgres ends all sessions by itself.
 */
export class ChaosPostgres {
  readonly #dataDir: string
  #server: EmbeddedPostgres
  #admin: pg.Client
  #folder: string

  private constructor(dataDir: string, server: EmbeddedPostgres, admin: pg.Client, folder: string) {
    this.#dataDir = dataDir
    this.#server = server
    this.#admin = admin
    this.#folder = folder
  }

  static async start(dataDir: string): Promise<ChaosPostgres> {
    const server = await startEmbeddedPostgres({ dataDir })
    const admin = await connected(server.url)
    const { rows } = await admin.query<{ folder: string }>(
      `select current_setting('data_directory') as folder`,
    )
    return new ChaosPostgres(dataDir, server, admin, rows[0]?.folder ?? '')
  }

  /** Connects again when the connection was lost without a fault of ours. */
  async reconnect(): Promise<void> {
    const lost = this.#admin
    const isAlive = await lost.query('select 1').then(
      () => true,
      () => false,
    )
    if (isAlive || lost !== this.#admin) return
    const admin = await connected(this.url)
    // A fault may have replaced it meanwhile.
    if (lost === this.#admin) this.#admin = admin
    else await admin.end()
  }

  /** What its log says about processes that ended by a signal which nobody sent. */
  crashes(): string[] {
    return readFileSync(path.join(this.#dataDir, 'postgres.log'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('was terminated by signal'))
  }

  get url(): string {
    return this.#server.url
  }

  readonly admin = (): pg.Client => this.#admin

  /**
   * Simulates a power failure: nothing is written any more, recovery replays the committed data.
   */
  async killAndRestart(): Promise<void> {
    process.kill(
      Number.parseInt(readFileSync(path.join(this.#folder, 'postmaster.pid'), 'utf8'), 10),
      'SIGKILL',
    )
    await this.#server.ended
    await this.#again()
  }

  async restart(): Promise<void> {
    await this.#server.stop()
    await this.#again()
  }

  async stop(): Promise<void> {
    await this.#admin.end().catch(() => undefined)
    await this.#server.stop()
  }

  async #again(): Promise<void> {
    const { url } = this.#server
    this.#server = await startEmbeddedPostgres({ dataDir: this.#dataDir })
    if (this.#server.url !== url)
      throw new Error(
        'Postgres came back at another address, because its port was taken meanwhile.',
      )
    this.#admin = await connected(url)
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = makeClient({ connectionString: url })
  await client.connect()
  return client
}
