import { statfs } from 'node:fs/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { withoutBackupSince } from './last-backup.ts'
import { env } from './env.ts'
import { log } from './log.ts'

/**
 * What this process counts, in Prometheus' terms. No label holds an id of an organization, a run or
 * a person: those are for traces and logs. A web process shows its own numbers at /api/metrics; a
 * worker has no port, so it writes its own into its row of `workers`, and the web shows them too.
 */
type Metrics = {
  registry: Registry
  requestSeconds: Histogram<'operation' | 'status'>
  runsEnded: Counter<'status'>
  taskSeconds: Histogram<'type' | 'outcome'>
  turnCommits: Counter<'result'>
  turnsLost: Counter
  mailsRead: Counter<'status'>
  startsRefused: Counter<'reason'>
  replicaReads: Counter<'result'>
  connectionCalls: Counter<'outcome'>
}

/** What Node tells of any process, and the disk of the data folder. */
function processRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'rounds_' })
  // Gauges with the suffix of counters: the same sums are in the gauges without it, by type.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`rounds_nodejs_active_${kind}_total`)
  new Gauge({
    registers: [registry],
    name: 'rounds_disk_free_ratio',
    help: 'Which part of the disk of the data folder is free, as this process sees it.',
    async collect() {
      const disk = await statfs(env().DATA_DIR).catch(() => undefined)
      if (disk) this.set(disk.bavail / disk.blocks)
      else this.remove()
    },
  })
  new Gauge({
    registers: [registry],
    name: 'rounds_backup_age_seconds',
    help: 'How old the last backup of the data folder is (npm run backup), or the folder without one.',
    async collect() {
      const since = await withoutBackupSince(env().DATA_DIR).catch((error: unknown) => {
        // The other numbers are shown all the same.
        log.error({ error }, 'how old the last backup is cannot be read')
        return undefined
      })
      if (since) this.set((Date.now() - since.getTime()) / 1000)
      else this.remove()
    },
  })
  return registry
}

/** What a web process counts of requests. */
function requestMetrics(registers: Registry[]) {
  return {
    requestSeconds: new Histogram({
      registers,
      name: 'rounds_http_request_seconds',
      help: 'Seconds from the arrival of an API request to its answer, by operation and status.',
      labelNames: ['operation', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    }),
    startsRefused: new Counter({
      registers,
      name: 'rounds_starts_refused_total',
      help: 'Starts by API keys that were refused: `quota`, or `queue` or `database` was behind.',
      labelNames: ['reason'],
    }),
    replicaReads: new Counter({
      registers,
      name: 'rounds_replica_reads_total',
      help:
        'Reads for the standby, by result: answered by the `standby`, or by the primary because ' +
        'the standby was `behind` or had `failed`.',
      labelNames: ['result'],
    }),
  }
}

/** What is counted of runs and of what they call. */
function workMetrics(registers: Registry[]) {
  return {
    runsEnded: new Counter({
      registers,
      name: 'rounds_runs_ended_total',
      help:
        'Runs that this process brought to an end, by status; those that people ' +
        'cancelled are in the books.',
      labelNames: ['status'],
    }),
    taskSeconds: new Histogram({
      registers,
      name: 'rounds_task_attempt_seconds',
      help: 'Seconds that an attempt of a task took, by step type and outcome.',
      labelNames: ['type', 'outcome'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300],
    }),
    turnCommits: new Counter({
      registers,
      name: 'rounds_turn_commits_total',
      help: 'Commits of turns, by whether they were written.',
      labelNames: ['result'],
    }),
    turnsLost: new Counter({
      registers,
      name: 'rounds_turns_failed_total',
      help: 'Turns that ended by an error; their runs are tried again.',
    }),
    mailsRead: new Counter({
      registers,
      name: 'rounds_received_mails_total',
      help: 'Received mails that this process has read, by what became of them.',
      labelNames: ['status'],
    }),
    connectionCalls: new Counter({
      registers,
      name: 'rounds_connection_calls_total',
      help:
        'Calls of connections: answered (also by a refusal), failed (the provider does not work), ' +
        'or given up by the caller.',
      labelNames: ['outcome'],
    }),
  }
}

function create(): Metrics {
  const registry = processRegistry()
  const registers = [registry]
  return { registry, ...requestMetrics(registers), ...workMetrics(registers) }
}

// One set per process, also when a bundler loads this file twice.
const key = Symbol.for('rounds.metrics')
const holder = globalThis as unknown as Record<symbol, Metrics | undefined>
export const metrics: Metrics = (holder[key] ??= create())
