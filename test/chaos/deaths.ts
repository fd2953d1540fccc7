import type pg from 'pg'
import { makeClient } from '#lib/postgres'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, vi } from 'vitest'
import { findRunAsyncResult } from '#lib/operations/async-results/find-run-async-result'
import { deliverMail } from '#lib/operations/mails/deliver-mail'
import { childWorkflow } from '#lib/operations/runs/child-workflow'
import { startScheduler } from '#lib/operations/schedules/start-scheduler'
import { stepTypes } from '#lib/steps/registry'
import { noServices, useEngine } from '../harness/engine.ts'
import { startMailServer, type MailServer } from '../fakes/mail-server.ts'
import { until } from '../harness/until.ts'
import { effectTypes } from './effects.ts'
import { spawnChaosWorker } from './fleet.ts'
import { consult } from './oracles.ts'
import { simulatePerson, type Person } from './person.ts'
import { startCountingProvider, type CountingProvider } from './provider.ts'
import { installWitness } from './witness.ts'

type Deaths = {
  engine: ReturnType<typeof useEngine>
  provider: CountingProvider
  mailServer: MailServer
  /** The superuser. */
  admin: pg.Client
  /**
   * Starts a process that dies by SIGKILL at `point` (`fault-points.ts`), answers waiting screens
   * meanwhile, and waits for its death there.
   */
  dieAt(point: string, more?: Record<string, string>): Promise<void>
  /** Starts another worker, in this process, which does the rest. */
  recover(): Promise<void>
  /** Waits until everything has ended, and asks the oracles. */
  everythingHolds(): Promise<void>
}

/** The tools of a test file that kills processes at fault points. */
export function useDeaths(): Deaths {
  // Each test starts and kills a process, which takes long on a busy machine.
  vi.setConfig({ testTimeout: 240_000 })
  const engine = useEngine([...stepTypes.values(), ...effectTypes], { workers: 0 })
  const held = {} as { person: Person }
  const deaths = { engine, dieAt, recover, everythingHolds } as Deaths

  beforeAll(async () => {
    deaths.provider = await startCountingProvider()
    deaths.mailServer = await startMailServer()
    Object.assign(process.env, { PROVIDER_URL: deaths.provider.url })
    deaths.admin = makeClient({ connectionString: engine.database.url })
    await deaths.admin.connect()
    await installWitness(deaths.admin)
    held.person = simulatePerson(() => deaths.admin, engine.organizationId, deaths.provider)
  })
  afterEach(async () => await engine.stopWorkers())
  afterAll(async () => {
    await deaths.admin.end()
    await deaths.provider.close()
    await deaths.mailServer.close()
  })

  async function dieAt(point: string, more: Record<string, string> = {}): Promise<void> {
    const { engineUrl, appUrl } = engine.database
    const child = spawnChaosWorker({
      FAULT_POINT: point,
      ROUNDS_ENGINE_URL: engineUrl,
      ROUNDS_APP_URL: appUrl,
      SMTP_URL: deaths.mailServer.url,
      ...more,
    })
    onTestFinished(() => void child.process.kill('SIGKILL'))
    let died: unknown
    void child.ended.then((how) => {
      died = how ?? 'ended'
    })
    const deathIsSeen = async () => {
      await held.person.tend()
      return died
    }
    await until(`the death at ${point}`, deathIsSeen, 120_000)
    expect(died).toBe('SIGKILL')
  }

  async function recover(): Promise<void> {
    const settings = {
      SMTP_URL: deaths.mailServer.url,
      MAIL_FROM: 'Rounds <rounds@localhost>',
      BASE_URL: 'http://localhost:3000',
    }
    await engine.startWorker({
      services: { ...noServices, childWorkflow, asyncResult: findRunAsyncResult },
      handlers: { mail: async (payload, id) => await deliverMail(payload, settings, id) },
      background: [startScheduler],
    })
  }

  async function everythingHolds(): Promise<void> {
    const left = `select from runs where status in ('running', 'suspended') union all select
      from graphile_worker.jobs union all select from workers having count(*) > 1`
    const open = `select runs.id, runs.status as run, lease_worker, key, tasks.status, attempt,
      state->>'reason' as reason, due_at from runs left join tasks on run_id = runs.id
      and tasks.status in ('pending', 'running', 'suspended')
      where runs.status in ('running', 'suspended') limit 20`
    const end = until(
      'everything to end',
      async () => (await held.person.tend(), (await deaths.admin.query(left)).rowCount === 0),
      100_000,
    )
    await end.catch(
      async (error: unknown) =>
        await Promise.reject(
          new Error(JSON.stringify((await deaths.admin.query(open)).rows), { cause: error }),
        ),
    )
    const found = await consult({
      admin: deaths.admin,
      provider: deaths.provider,
      retries: held.person.retries,
    })
    expect(
      Object.fromEntries(Object.entries(found).filter(([, wrong]) => wrong.length > 0)),
    ).toEqual({})
  }
  return deaths
}

/** The points before and after each of these. */
export const bothSides = (names: string[]): string[] =>
  names.flatMap((name) => [`before-${name}`, `after-${name}`])
