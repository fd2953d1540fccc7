import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { ChaosPostgres } from './postgres.ts'
import { spawnChaosWorker, type WorkerProcess } from './fleet.ts'

type Fault = { atMs: number; kind: keyof typeof weights; pick: number; lastsMs: number }

/**
 * How often each fault is drawn. Pauses exceed the 20 s after which a silent worker counts as dead.
 */
const weights = { kill: 5, pause: 4, stop: 2, cut: 4, killPostgres: 1, restartPostgres: 1 }
const kinds = Object.keys(weights) as (keyof typeof weights)[]

/** Draws the faults and their times from the seed alone. */
export function drawFaults(random: () => number, forMs: number, everyMs: number): Fault[] {
  const urn = kinds.flatMap((kind) => Array.from({ length: weights[kind] }, () => kind))
  const faults: Fault[] = []
  for (let atMs = 3000; atMs < forMs; atMs += everyMs * (0.3 + 1.4 * random()))
    faults.push({
      atMs,
      kind: urn[Math.floor(random() * urn.length)] ?? 'kill',
      pick: random(),
      lastsMs: random() < 0.3 ? 21_000 + 8000 * random() : 3000 * random(),
    })
  // Both happen with any seed.
  const middle = { pick: 0, lastsMs: 0 }
  return [
    ...faults,
    { ...middle, atMs: forMs * 0.4, kind: 'killPostgres' as const },
    { ...middle, atMs: forMs * 0.7, kind: 'restartPostgres' as const },
  ].sort((a, b) => a.atMs - b.atMs)
}

/** The worker processes of a chaos run; one that ends for any reason is replaced. */
export class Fleet {
  readonly #env: Record<string, string>
  readonly #folder: string
  readonly #workers: (WorkerProcess | undefined)[]
  /** The workers that take runs. */
  readonly #ready = new Set<WorkerProcess>()
  #closed = false
  spawned = 0

  constructor(size: number, env: Record<string, string>, folder: string) {
    this.#env = env
    this.#folder = folder
    this.#workers = Array.from({ length: size })
    for (let slot = 0; slot < size; slot++) this.#fill(slot)
  }

  #fill(slot: number): void {
    const worker = spawnChaosWorker(this.#env, `${this.#folder}/worker-${slot}.log`)
    this.#workers[slot] = worker
    this.spawned++
    void worker.ready.then(
      (id) =>
        id !== undefined &&
        worker.process.exitCode === null &&
        worker.process.signalCode === null &&
        this.#ready.add(worker),
    )
    void worker.ended.then(() => {
      this.#ready.delete(worker)
      if (!this.#closed) setTimeout(() => this.#closed || this.#fill(slot), 200)
    })
  }

  /**
   * Signals a worker that takes runs, unless so few do on a slow machine that no work would be
   * done; returns its id.
   */
  signal(pick: number, signal: NodeJS.Signals): WorkerProcess | undefined {
    const ready = [...this.#ready]
    if (ready.length <= this.#workers.length / 2) return undefined
    const worker = ready[Math.floor(pick * ready.length)]
    worker?.process.kill(signal)
    if (worker && signal !== 'SIGSTOP') this.#ready.delete(worker)
    return worker
  }

  /** Resolves when every worker continues and takes runs; a new one does not handle signals yet. */
  async ready(): Promise<void> {
    for (const worker of this.#workers) worker?.process.kill('SIGCONT')
    while (
      (
        await Promise.all(
          this.#workers.map((worker) => worker?.ready ?? Promise.resolve(undefined)),
        )
      ).includes(undefined)
    )
      await delay(500)
  }

  async close(signal: NodeJS.Signals): Promise<(NodeJS.Signals | number | null)[]> {
    this.#closed = true
    for (const worker of this.#workers) worker?.process.kill(signal)
    return await Promise.all(this.#workers.map((worker) => worker?.ended ?? Promise.resolve(null)))
  }
}

type Victims = { fleet: Fleet; postgres: ChaosPostgres; admin: () => pg.Client }

/** Each returns undefined when it was impossible. */
const acts: Record<Fault['kind'], (victims: Victims, fault: Fault) => Promise<unknown>> = {
  kill: async ({ fleet }, { pick }) => fleet.signal(pick, 'SIGKILL'),
  async pause({ fleet }, { pick, lastsMs }) {
    const worker = fleet.signal(pick, 'SIGSTOP')
    if (worker) await delay(lastsMs)
    worker?.process.kill('SIGCONT')
    return worker
  },
  stop: async ({ fleet }, { pick }) => fleet.signal(pick, 'SIGTERM'),
  // Half of all connections, drawn by the fault.
  cut: async ({ admin }, { pick }) =>
    await admin().query(
      `select pg_terminate_backend(pid)
        from (select pid, row_number() over (order by backend_start, pid) as place
          from pg_stat_activity where usename like 'rounds_%'
            and datname = current_database()) as open
       where hashtext(place || ':' || $1::text) % 2 = 0`,
      [String(pick)],
    ),
  killPostgres: async ({ postgres }) => (await postgres.killAndRestart(), true),
  restartPostgres: async ({ postgres }) => (await postgres.restart(), true),
}

/**
 * Executes the faults at their times; resolves when the last one is over. `counts` has the number
 * of each, `failures` says what could not be done: a Postgres that does not come back proves
 * nothing about the workers.
 */
export async function runNemesis(
  faults: Fault[],
  victims: Victims,
  counts: Record<string, number>,
  failures: string[],
): Promise<void> {
  const started = Date.now()
  const lasting: Promise<unknown>[] = []
  for (const fault of faults) {
    await delay(Math.max(started + fault.atMs - Date.now(), 0))
    const act = acts[fault.kind](victims, fault).then(
      (done) => {
        if (done !== undefined) counts[fault.kind] = (counts[fault.kind] ?? 0) + 1
      },
      (error: unknown) => {
        // A Postgres that is down cannot lose connections as well.
        if (fault.kind !== 'cut') failures.push(`${fault.kind}: ${String(error)}`)
      },
    )
    if (fault.kind === 'pause') lasting.push(act)
    else await act
  }
  await Promise.all(lasting)
}
