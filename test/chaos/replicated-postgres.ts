import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#db/embedded'
import { makeClient } from '#lib/postgres'
import { freePort } from '../harness/free-port.ts'

/** A place of the cluster: ports that stay, whatever runs there. */
export type Place = { name: 'a' | 'b'; port: number; agentPort: number }
type Running = Place & { dataDir: string; server: EmbeddedPostgres }

export type Failover = {
  killedAt: number
  /** When the standby took writes. */
  promotedAt: number
}

/** How long a lost primary is not noticed: an agent that asks every 300 ms, and twice. */
const detectionMs = 600

/** What belongs to a running server and not to its copy (PostgreSQL's manual, 25.3.3). */
const notCopied = [
  ...['wal', 'replslot', 'dynshmem', 'notify', 'serial', 'snapshots', 'stat_tmp', 'subtrans'].map(
    (name) => `./pg_${name}/*`,
  ),
  './postmaster.pid',
  './postmaster.opts',
  './standby.signal',
]

const clusterOf = (dataDir: string): string => path.join(dataDir, 'postgres')

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = makeClient({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Kills the process whose id is the first line of this file. One that has ended is not missed. */
function killAt(file: string): void {
  try {
    process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Others work on meanwhile: this process may be the one that answers where the primary is. */
const run = promisify(execFile)

/** Copies a cluster that runs; what disappears or changes meanwhile is repaired by its log. */
async function copyCluster(from: string, to: string): Promise<void> {
  mkdirSync(to, { mode: 0o700 })
  const excluded = notCopied.map((name) => `'--exclude=${name}'`).join(' ')
  await run('/bin/sh', [
    '-c',
    `tar -C "$1" ${excluded} --warning=no-file-changed --warning=no-file-removed -cf - . | ` +
      'tar -C "$2" -xpf -',
    'sh',
    from,
    to,
  ])
  for (const name of ['archive_status', 'summaries'])
    mkdirSync(path.join(to, 'pg_wal', name), { recursive: true, mode: 0o700 })
}

/** Gives a copy, and what was added to it, to the user of the original. */
async function giveAsOriginal(from: string, to: string): Promise<void> {
  const { uid, gid } = statSync(from)
  await run('chown', ['-R', `${uid}:${gid}`, to])
}

/**
 * A primary and a synchronous standby, made with the embedded binaries alone. At each place an agent
 * answers `GET /primary` with 200 where the primary is, as Patroni does. `failOver` kills the
 * primary and promotes the standby; `addStandby` makes a new one in its place.
 */
export class ReplicatedPostgres {
  readonly #folder: string
  #agents: Worker | undefined
  readonly places: Place[]
  readonly failovers: Failover[] = []
  #leader: Running | undefined
  #standby: Running | undefined
  #lost: Running | undefined
  #slots = 0

  private constructor(folder: string, places: Place[]) {
    this.#folder = folder
    this.places = places
  }

  static async start(folder: string): Promise<ReplicatedPostgres> {
    const places: Place[] = []
    for (const name of ['a', 'b'] as const)
      places.push({ name, port: await freePort(), agentPort: await freePort() })
    const postgres = new ReplicatedPostgres(folder, places)
    await postgres.#startAgents()
    await postgres.#startPrimary()
    return postgres
  }

  /** The port of the primary, undefined between its death and the promotion. */
  get primaryPort(): number | undefined {
    return this.#primary?.port
  }

  /** Of the primary now. Programs use the address of a proxy in front of both. */
  get url(): string {
    if (!this.#primary) throw new Error('There is no primary at the moment.')
    return this.#primary.server.url
  }

  async #startPrimary(): Promise<void> {
    const [place] = this.places
    if (!place) throw new Error('no place')
    const dataDir = this.#dataDirOf(place)
    const first = await startEmbeddedPostgres({ dataDir })
    await first.stop()
    this.#note(dataDir, place.port)
    this.#primary = { ...place, dataDir, server: await startEmbeddedPostgres({ dataDir }) }
  }

  #dataDirOf({ name }: Place): string {
    return path.join(this.#folder, `postgres-${name}`)
  }

  /** Notes without a home belong to any folder, so that a copy has the port that we choose. */
  #note(dataDir: string, port: number): void {
    const file = path.join(dataDir, 'postgres.json')
    const { password } = JSON.parse(readFileSync(file, 'utf8')) as { password: string }
    writeFileSync(file, JSON.stringify({ folder: 'postgres', password, port }), { mode: 0o600 })
  }

  get #primary(): Running | undefined {
    return this.#leader
  }

  /** Tells the agents, too. */
  set #primary(leader: Running | undefined) {
    this.#leader = leader
    this.#agents?.postMessage(leader?.name)
  }

  async #startAgents(): Promise<void> {
    const program = path.join(import.meta.dirname, 'primary-agents.ts')
    this.#agents = new Worker(program, { workerData: this.places })
    await once(this.#agents, 'message')
  }

  /** Makes the standby as a copy of the primary while that works, and has commits wait for it. */
  async addStandby(): Promise<void> {
    const primary = this.#primary
    const place = this.places.find(({ name }) => name !== primary?.name)
    if (!primary || !place) throw new Error('There is no primary to copy.')
    await this.#endLost()
    const dataDir = this.#dataDirOf(place)
    rmSync(dataDir, { recursive: true, force: true })
    mkdirSync(dataDir, { mode: 0o711 })
    await withClient(primary.server.url, async (client) => {
      const slot = `standby_${++this.#slots}`
      await client.query('select pg_create_physical_replication_slot($1, true)', [slot])
      await client.query(`select pg_backup_start('standby', true)`)
      await copyCluster(clusterOf(primary.dataDir), clusterOf(dataDir))
      const { rows } = await client.query<{ labelfile: string }>(
        'select labelfile from pg_backup_stop(false)',
      )
      await this.#makeStandby(dataDir, primary, place, { slot, label: rows[0]?.labelfile ?? '' })
    })
    this.#standby = { ...place, dataDir, server: await startEmbeddedPostgres({ dataDir }) }
    await this.#waitForStandby(primary)
  }

  async #makeStandby(
    dataDir: string,
    primary: Running,
    { name, port }: Place,
    { slot, label }: { slot: string; label: string },
  ): Promise<void> {
    const cluster = clusterOf(dataDir)
    const { password } = JSON.parse(
      readFileSync(path.join(primary.dataDir, 'postgres.json'), 'utf8'),
    ) as { password: string }
    writeFileSync(path.join(cluster, 'backup_label'), label)
    writeFileSync(path.join(cluster, 'standby.signal'), '')
    const from = `host=127.0.0.1 port=${primary.port} user=postgres password=${password}`
    writeFileSync(
      path.join(cluster, 'postgresql.auto.conf'),
      `primary_conninfo = '${from} application_name=${name}'\nprimary_slot_name = '${slot}'\n`,
    )
    await giveAsOriginal(clusterOf(primary.dataDir), cluster)
    writeFileSync(path.join(dataDir, 'postgres.json'), JSON.stringify({ password }))
    this.#note(dataDir, port)
  }

  /** Commits wait for the standby only from when it streams: a copy must not have that setting. */
  async #waitForStandby(primary: Running): Promise<void> {
    await withClient(primary.server.url, async (client) => {
      for (;;) {
        const { rows } = await client.query<{ state: string }>(
          `select state from pg_stat_replication where application_name = $1`,
          [this.#standby?.name],
        )
        if (rows[0]?.state === 'streaming') break
        await delay(50)
      }
      await client.query(
        `alter system set synchronous_standby_names = 'FIRST 1 (${this.#standby?.name})'`,
      )
      await client.query('select pg_reload_conf()')
      for (;;) {
        const { rows } = await client.query<{ kind: string }>(
          'select sync_state as kind from pg_stat_replication',
        )
        if (rows[0]?.kind === 'sync') return
        await delay(50)
      }
    })
  }

  /**
   * Kills the primary as a lost power supply does. Once that is noticed and the old one is surely
   * gone, the standby is promoted. Until `addStandby`, the new primary commits alone.
   */
  async failOver(): Promise<void> {
    const lost = this.#primary
    const next = this.#standby
    if (!lost || !next) throw new Error('There is no standby to promote.')
    const killedAt = Date.now()
    killAt(path.join(clusterOf(lost.dataDir), 'postmaster.pid'))
    this.#primary = undefined
    this.#standby = undefined
    await Promise.all([lost.server.ended, delay(detectionMs)])
    await withClient(next.server.url, async (client) => {
      await client.query('select pg_promote(true, 30)')
    })
    this.#primary = next
    this.failovers.push({ killedAt, promotedAt: Date.now() })
    this.#lost = lost
  }

  /**
   * Starts the former primary as it was, as its machine does when the power comes back, and answers
   * its address. No agent says that it leads. `addStandby` ends it.
   */
  async restartLost(): Promise<string> {
    const lost = this.#lost
    if (!lost) throw new Error('No primary was lost.')
    lost.server = await startEmbeddedPostgres({ dataDir: lost.dataDir })
    return lost.server.url
  }

  /** A connection's statement may wait for ever there, so it does not stop by itself. */
  async #endLost(): Promise<void> {
    if (!this.#lost) return
    const { dataDir, server } = this.#lost
    this.#lost = undefined
    const file = path.join(clusterOf(dataDir), 'postmaster.pid')
    if (existsSync(file)) killAt(file)
    await server.ended
  }

  async stop(): Promise<void> {
    await this.#agents?.terminate()
    // Otherwise the last commits of the primary would wait for it.
    if (this.#primary)
      await withClient(this.#primary.server.url, async (client) => {
        await client.query('alter system reset synchronous_standby_names')
        await client.query('select pg_reload_conf()')
      })
    await this.#endLost()
    await this.#standby?.server.stop()
    await this.#primary?.server.stop()
  }
}
