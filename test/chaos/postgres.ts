import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { makeClient } from '#lib/postgres'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#db/embedded'

/**
 * A separate durable Postgres that can be killed and returns at the same address, and a superuser's
 * connection that follows it.
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
