import { createHash, timingSafeEqual } from 'node:crypto'
import { AggregatorRegistry, Gauge, Registry } from 'prom-client'
import { count, sql } from 'drizzle-orm'
import { authDb } from '#db/client'
import { workers } from '#db/schema/runs'
import { serviceNumbers } from '#db/schema/service'
import { ApiError } from '#lib/domain/api-error'
import type { OperatingNumbers } from '#lib/engine/worker/operating-numbers'
import { unserved, type LabelNumbers } from '#lib/engine/worker/label-numbers'
import type { ServiceNumbers } from '#lib/engine/worker/report-numbers'
import { env } from '#lib/env'
import { metrics } from '#lib/metrics'
import { readCertificate } from '../doctor/outside-checks.ts'
import { isLiving } from '../workers/living-labels.ts'
import { readStandbys } from './read-standbys.ts'

/**
 * The metrics are of the whole service, so keys of organizations are not accepted: only the
 * operator's METRICS_TOKEN. Throws 401, or 403 when none is set.
 */
export function requireMetricsToken(authorization: string | null): void {
  const { METRICS_TOKEN } = env()
  if (METRICS_TOKEN === undefined)
    throw new ApiError(
      'forbidden',
      'Metrics are closed. The operator of this service can open them by setting METRICS_TOKEN.',
    )
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  if (!timingSafeEqual(digest(given), digest(METRICS_TOKEN)))
    throw new ApiError('unauthorized', 'Send the METRICS_TOKEN as Authorization: Bearer <token>.')
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Reads all metrics in Prometheus' text format: of this process, of every worker (label `worker`),
 * and of the whole service.
 */
export async function readMetrics(): Promise<string> {
  const rows = await authDb()
    .select({ id: workers.id, metrics: workers.metrics, living: sql<boolean>`${isLiving}` })
    .from(workers)
  const web = labelled(await metrics.registry.getMetricsAsJSON(), 'process', 'web')
  const reported = rows.flatMap(({ id, metrics: own }) =>
    Array.isArray(own) ? [labelled(own, 'process', `worker ${id}`)] : [],
  )
  const ofService = await registryOfService(rows.filter(({ living }) => living).length)
  const texts = [
    await AggregatorRegistry.aggregate([web, ...reported]).metrics(),
    await ofService.metrics(),
  ]
  return texts.join('\n')
}

async function registryOfService(workersAlive: number): Promise<Registry> {
  const [service] = await authDb().select().from(serviceNumbers)
  const numbers = service?.numbers as ServiceNumbers | null | undefined
  const registry = serviceRegistry(workersAlive, service?.at, numbers)
  await addStandbys(registry)
  await addCertificate(registry)
  return registry
}

/** The metrics of the whole service, for a collector that they are sent to. */
export async function readServiceMetrics() {
  const [row] = await authDb().select({ alive: count() }).from(workers).where(isLiving)
  return await (await registryOfService(row?.alive ?? 0)).getMetricsAsJSON()
}

type Metric = { values?: { labels: Record<string, string | number> }[] }

/**
 * Adds a label, so that each process has its own series: a sum would fall when a process ends.
 */
function labelled(own: unknown[], name: string, value: string): object[] {
  return (structuredClone(own) as Metric[]).map((metric) => {
    for (const one of metric.values ?? []) one.labels = { ...one.labels, [name]: value }
    return metric
  })
}

function serviceRegistry(
  workersAlive: number,
  at: Date | undefined,
  numbers: ServiceNumbers | null | undefined,
): Registry {
  const registry = new Registry()
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ registers: [registry], name, help }).set(value)
  gauge('rounds_workers', 'Workers that are alive.', workersAlive)
  if (!at || !numbers) return registry
  const { books: totals, queue } = numbers
  gauge(
    'rounds_numbers_age_seconds',
    'How old the numbers of the whole service are; they are counted every ten seconds by a worker.',
    (Date.now() - at.getTime()) / 1000,
  )
  const runs = new Gauge({
    registers: [registry],
    name: 'rounds_runs',
    help: 'Runs of all organizations since the beginning, by where they stand.',
    labelNames: ['status'],
  })
  for (const status of ['completed', 'failed', 'cancelled', 'active', 'suspended'] as const)
    runs.set({ status }, totals[status])
  gauge(
    'rounds_runs_accepted',
    'Runs accepted since the beginning; the sum of rounds_runs.',
    totals.accepted,
  )
  gauge(
    'rounds_books_balanced',
    '1 when accepted = completed + failed + cancelled + active + suspended, else 0. Alert on 0.',
    totals.balanced ? 1 : 0,
  )
  if (numbers.operation) addOperation(registry, numbers.operation)
  if (numbers.labels) addLabels(registry, numbers.labels)
  gauge('rounds_queue_due', 'Jobs that a worker may take now.', queue.due)
  gauge('rounds_queue_oldest_seconds', 'How long the oldest of them has waited.', queue.dueSeconds)
  gauge('rounds_queue_later', 'Jobs that are due later.', queue.later)
  const { waiting = 0, oldestSeconds = 0 } = numbers.receivedMails ?? {}
  gauge('rounds_received_mails_waiting', 'Received mails that are not read yet.', waiting)
  gauge(
    'rounds_received_mails_oldest_seconds',
    'How long the oldest of them has waited.',
    oldestSeconds,
  )
  return registry
}

function addOperation(
  registry: Registry,
  { unknownOutcomes, schedulesLate, suspectRuns, database, archive }: OperatingNumbers,
): void {
  const gauges = [
    [
      'rounds_unknown_outcomes',
      'Calls whose outcome a person has to tell.',
      unknownOutcomes.waiting,
    ],
    ['rounds_schedules_late', 'Schedules a minute and more after their time.', schedulesLate.late],
    ['rounds_suspect_runs', 'Runs that a worker worked on when it died.', suspectRuns],
    ['rounds_database_connections', 'Connections to the database.', database.connections],
    ['rounds_database_connections_most', 'How many it takes.', database.connectionsMost],
    ['rounds_database_bytes', 'Size of the database.', database.bytes],
  ] as const
  for (const [name, help, value] of gauges)
    new Gauge({ registers: [registry], name, help }).set(value)
  if (archive)
    new Gauge({
      registers: [registry],
      name: 'rounds_archive_failing',
      help: '1 when the last try to archive the log of the database failed, else 0.',
    }).set(archive.failing ? 1 : 0)
}

async function addStandbys(registry: Registry): Promise<void> {
  const lag = new Gauge({
    registers: [registry],
    name: 'rounds_replica_lag_seconds',
    help: 'How far a standby of the database is behind, as far as our role may see it.',
    labelNames: ['replica'],
  })
  for (const { name, lagSeconds } of await readStandbys()) lag.set({ replica: name }, lagSeconds)
}

/**
 * Only labels that a worker serves have series of their own: people may write any others. Those are
 * one number.
 */
function addLabels(registry: Registry, labels: LabelNumbers[]): void {
  const gauge = (name: string, help: string) =>
    new Gauge({ registers: [registry], name, help, labelNames: ['worker_label'] })
  const workersOf = gauge('rounds_label_workers', 'Workers that serve a label.')
  const oldest = gauge(
    'rounds_label_queue_oldest_seconds',
    'How long the oldest run has waited for workers with a label.',
  )
  for (const { label, workers: living, oldestSeconds } of labels) {
    if (living === 0) continue
    workersOf.set({ worker_label: label }, living)
    oldest.set({ worker_label: label }, oldestSeconds)
  }
  new Gauge({
    registers: [registry],
    name: 'rounds_labels_unserved',
    help: 'Labels that something is bound to and that no living worker serves.',
  }).set(unserved(labels).length)
}

/** It is asked for once an hour: the certificate is that of the proxy before us. */
const certificate = { askedAt: 0, endsAt: undefined as Date | undefined }
const askEveryMs = 3_600_000

async function addCertificate(registry: Registry): Promise<void> {
  const { BASE_URL } = env()
  if (BASE_URL.startsWith('https:') && Date.now() - certificate.askedAt > askEveryMs) {
    certificate.askedAt = Date.now()
    certificate.endsAt = await readCertificate(BASE_URL).then(
      ({ endsAt }) => endsAt,
      () => undefined,
    )
  }
  const gauge = new Gauge({
    registers: [registry],
    name: 'rounds_certificate_end_seconds',
    help: 'When the certificate of BASE_URL ends (Unix time), read once an hour.',
  })
  if (certificate.endsAt) gauge.set(certificate.endsAt.getTime() / 1000)
  else gauge.remove()
}
