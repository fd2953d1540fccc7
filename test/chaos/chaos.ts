import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { closeDatabase, configureDatabase } from '#db/client'
import { connectExecutors } from '#lib/engine/commands/hand-over'
import { migrate } from '#db/migrate'
import { roleUrls } from '#db/role-url'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { seedOrganization } from '../harness/seed-organization.ts'
import { atOnce as callsAtOnce } from './effects.ts'
import { checkEnds } from './ends.ts'
import { leftovers } from './leftovers.ts'
import { drawFaults, Fleet, runNemesis } from './nemesis.ts'
import { consult } from './oracles.ts'
import { simulatePerson } from './person.ts'
import { ChaosPostgres } from './postgres.ts'
import { startCountingProvider } from './provider.ts'
import { randomFrom } from './random.ts'
import { beginTraffic } from './traffic.ts'
import { installWitness } from './witness.ts'
import { within } from './within.ts'
import { runsAtOnce, workloads } from './workloads.ts'

export type ChaosOptions = {
  seed: number
  seconds: number
  workers: number
  inFlight: number
  everyMs: number
  folder: string
  say(line: string): void
}
export type ChaosReport = {
  seed: number
  seconds: number
  figures: Record<string, number>
  ends: Record<string, number>
  /** The violations of each oracle; none when it holds. */
  oracles: Record<string, string[]>
}

/** After the last fault everything must have ended within this time, on a slow machine too. */
const drainMs = 240_000
/** Max time of one round with all its answers. */
const lookMs = 60_000
/** A worker stops within 10 s; the rest is for a busy machine. */
const stopMs = 20_000
/** At least this share of the runs in flight must complete per minute for a meaningful check. */
const minPerMinute = 0.5
const leftSql = `select (select count(*) from runs
  where status in ('running', 'suspended'))::int + (select count(*)
  from graphile_worker.jobs)::int as left,
  (select count(*) from runs where slot = 'taken'
    and status in ('running', 'suspended'))::int as slots`

/**
 * One chaos run: keeps `inFlight` runs active for `seconds` with faults, then waits for the end of
 * all and asks the oracles.
 */
export async function runChaos({
  seed,
  seconds,
  workers,
  inFlight,
  everyMs,
  folder,
  say,
}: ChaosOptions): Promise<ChaosReport> {
  mkdirSync(folder, { recursive: true })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'rounds-chaos-'))
  // When root runs this, Postgres is another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o711)
  const postgres = await ChaosPostgres.start(dataDir)
  await migrate(postgres.url)
  await installWitness(postgres.admin())
  const urls = roleUrls(postgres.url)
  configureDatabase(urls)
  const provider = await startCountingProvider()
  const { organizationId } = await seedOrganization()
  const person = simulatePerson(postgres.admin, organizationId, provider)
  const executors = connectExecutors(dataDir, urls.appUrl)
  const traffic = await beginTraffic(organizationId, randomFrom(seed), postgres.admin)
  await traffic.keep(inFlight)
  const fleet = new Fleet(
    workers,
    {
      ROUNDS_ENGINE_URL: urls.engineUrl,
      ROUNDS_APP_URL: urls.appUrl,
      PROVIDER_URL: provider.url,
      EXECUTORS: dataDir,
    },
    folder,
  )

  await within(drainMs, fleet.ready())
  const started = Date.now()
  const faults: Record<string, number> = {}
  const faultFailures: string[] = []
  let over = false
  const nemesis = runNemesis(
    drawFaults(randomFrom(seed + 1), seconds * 1000, everyMs),
    { fleet, postgres, admin: postgres.admin },
    faults,
    faultFailures,
  ).finally(() => {
    over = true
  })
  const figures = { lostLooks: 0, secondsToDrain: 0 }
  let left = Infinity
  let told = 0
  let lostBy = ''
  const busiest = { queued: 0 }
  /** One round of the outside: starts, cancels, answers, and counts what is left. */
  async function look(): Promise<true> {
    if (Date.now() - started < seconds * 1000 && !over) await traffic.keep(inFlight)
    await traffic.pauseAndResume(over)
    // Nothing starts any more, so that everything can end.
    if (over)
      await postgres
        .admin()
        .query(`update schedules set paused = true, next_at = null where next_at is not null`)
    await traffic.cancelDue()
    await person.tend()
    const { rows } = await postgres.admin().query<{ left: number; slots: number }>(leftSql)
    left = rows[0]?.left ?? 0
    busiest.queued = Math.max(busiest.queued, rows[0]?.slots ?? 0)
    return true
  }
  const deadline = started + seconds * 1000 + drainMs
  for (; Date.now() < deadline && (!over || left > 0); await delay(150)) {
    // While the database cannot be reached, all callers try again.
    const looked = await within(
      lookMs,
      look().catch((error: unknown) => {
        lostBy = String(error)
        throw error
      }),
    )
    if (looked) lostBy = ''
    else {
      figures.lostLooks++
      await within(lookMs, postgres.reconnect())
    }
    if (Date.now() - told > 10_000)
      say(
        `${Math.round(((told = Date.now()) - started) / 1000)} s: ${traffic.accepted.size} ` +
          `accepted, ${left} runs and jobs left, ${provider.entries.length} effects, ` +
          `${JSON.stringify(faults)}${lostBy && `, the last look was lost: ${lostBy}`}`,
      )
  }
  const lasted = await within(
    lookMs,
    nemesis.then(() => true),
  )
  figures.secondsToDrain = Math.round((Date.now() - started) / 1000 - seconds)
  for (const failure of faultFailures) say(`failed: ${failure}`)
  for (const line of left > 0
    ? ((await within(lookMs, leftovers(postgres.admin()))) ?? ['Postgres does not tell'])
    : [])
    say(`left: ${line}`)

  const takeRuns = await within(
    drainMs,
    fleet.ready().then(() => true),
  )
  const stoppedAt = Date.now()
  const exits = await Promise.race([fleet.close('SIGTERM'), delay(stopMs, undefined)])
  const stoppedMs = Date.now() - stoppedAt
  if (!exits) await fleet.close('SIGKILL')
  const ends = await checkEnds(postgres.admin(), traffic)
  const oracles = {
    ...(await consult({
      admin: postgres.admin(),
      provider,
      retries: person.retries,
      needless: person.needless,
    })),
    ...ends.wrong,
    'limits hold': [...provider.most]
      .filter(([, most]) => most > callsAtOnce)
      .map(([, most]) => `${most} calls at once of a connection`)
      .concat(busiest.queued > runsAtOnce ? [`${busiest.queued} runs at once of a workflow`] : []),
    'the faults came to their end, and workers take runs again': [
      ...(lasted ? [] : ['a fault never ended']),
      ...faultFailures,
      ...(takeRuns ? [] : ['workers are not ready']),
    ],
    'no process of Postgres crashed': postgres.crashes(),
    'every worker stops when asked': exits?.every((exit) => exit === 0)
      ? []
      : [exits?.join(', ') ?? `not within ${stopMs / 1000} s`],
    'enough went through': enough(
      ends.counts,
      seconds < 60 ? undefined : ends.completedKinds,
      inFlight * minPerMinute * (seconds / 60),
    ),
  }
  executors.stop()
  await within(lookMs, stopProcessPools())
  await within(lookMs, closeDatabase())
  await within(lookMs, provider.close())
  await within(lookMs, postgres.stop())
  rmSync(dataDir, { recursive: true, force: true })
  const runs = Object.values(ends.counts).reduce((sum, count) => sum + count, 0)
  const { screens, refusedByHooks, happened, retried } = person.answered
  return {
    seed,
    seconds,
    figures: {
      runs,
      accepted: traffic.accepted.size,
      workersStarted: fleet.spawned,
      ...faults,
      effects: provider.entries.length,
      effectsRepeatedUnderTheirKey: provider.entries.filter(({ repeat }) => repeat).length,
      screens,
      refusedByHooks,
      unknownHappened: happened,
      unknownRetried: retried,
      cancelAsked: traffic.cancelled.size,
      pauses: traffic.pauses(),
      mostCallsOfConnection: Math.max(0, ...provider.most.values()),
      mostRunsOfLimited: busiest.queued,
      stoppedMs,
      ...figures,
    },
    ends: ends.counts,
    oracles,
  }
}

function enough(
  counts: Record<string, number>,
  completed: Set<string> | undefined,
  least: number,
): string[] {
  const missing = Object.entries(workloads)
    .filter(([kind, { status }]) => status === 'completed' && completed?.has(kind) === false)
    .map(([kind]) => `no run of ${kind} completed`)
  const sum = Object.entries(counts).reduce(
    (total, [name, count]) => total + (name.endsWith(' completed') ? count : 0),
    0,
  )
  return sum < least ? [...missing, `${sum} runs completed, fewer than ${least}`] : missing
}
