import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { engineDb, enginePool } from '#db/client'
import { workers } from '#db/schema/runs'
import { newId } from '#lib/ids'
import { startMuteProxy } from '#test/harness/mute-proxy'
import { useTestDatabase } from '#test/harness/test-database'
import { until } from '#test/harness/until'
import { startLiveness } from './liveness.ts'

const database = useTestDatabase()

test('a worker whose connection falls silent gives signs of life by another one', async () => {
  const proxy = await startMuteProxy(database.engineUrl)
  const workerId = newId()
  const liveness = await startLiveness({
    connectionString: proxy.url,
    workerId,
    onRound: async () => undefined,
  })
  onTestFinished(async () => await liveness.stop())
  const [before] = await engineDb().select().from(workers)
  expect(before).toMatchObject({ id: workerId })
  proxy.mute()
  const after = await until('a sign of life', async () => {
    const [row] = await engineDb().select().from(workers)
    return row?.lockKey === before?.lockKey ? undefined : row
  })
  expect(after).toMatchObject({ id: workerId })
})

test('after an outage, however long, the first to come back gives the others a moment', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let rounds = 0
  const proxies = [
    await startMuteProxy(database.engineUrl),
    await startMuteProxy(database.engineUrl),
  ] as const
  const first = newId()
  const second = newId()
  for (const [proxy, workerId] of [[proxies[0], first] as const, [proxies[1], second] as const]) {
    const onRound = async () => void (workerId === first && rounds++)
    const liveness = await startLiveness({ connectionString: proxy.url, workerId, onRound })
    onTestFinished(async () => await liveness.stop())
  }
  const living = async () => (await engineDb().select().from(workers)).map(({ id }) => id)
  const twoRounds = async () => {
    const before = rounds
    await until('two rounds', () => rounds >= before + 2)
  }

  for (const proxy of proxies) proxy.cut()
  await until('both try again', () => proxies.every((proxy) => proxy.refused() > 0))
  vi.setSystemTime(Date.now() + 30_000)
  proxies[0].mend()
  await twoRounds()
  expect(await living()).toEqual(expect.arrayContaining([first, second]))

  vi.setSystemTime(Date.now() + 3000)
  await until('the one that stays away is given up', async () => !(await living()).includes(second))
  proxies[1].mend()
  await until('it is there again', async () => (await living()).includes(second))
})

test('jobs of a queue that was replaced during an outage are free once it is over', async () => {
  const proxy = await startMuteProxy(database.engineUrl)
  const onRound = async () => undefined
  const liveness = await startLiveness({
    connectionString: proxy.url,
    workerId: newId(),
    onRound,
  })
  onTestFinished(async () => await liveness.stop())
  await liveness.setQueueWorker('first')
  await engineDb().execute(sql`select graphile_worker.add_job('mail')`)
  await engineDb().execute(
    sql`update graphile_worker._private_jobs set locked_by = 'first', locked_at = now()`,
  )
  proxy.cut()
  await until('it tries again', () => proxy.refused() > 0)
  await liveness.setQueueWorker('second')
  proxy.mend()
  await until('the job is free', async () => {
    const { rows } = await engineDb().execute<{ locked: boolean }>(
      sql`select locked_by is not null as locked from graphile_worker.jobs`,
    )
    return rows[0]?.locked === false
  })
})

test('a sign of life does not wait for good where another one waits for a standby', async () => {
  const workerId = newId()
  const holder = await enginePool().connect()
  const onRound = async () => undefined
  const { engineUrl: connectionString } = database
  const liveness = await startLiveness({ connectionString, workerId, onRound })
  onTestFinished(async () => await liveness.stop())
  onTestFinished(() => holder.release())
  await holder.query('begin')
  onTestFinished(async () => void (await holder.query('rollback')))
  await holder.query('select from workers where id = $1 for update', [workerId])
  const waiting = async () => {
    const { rows } = await enginePool().query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'rounds worker'
        and wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rows.map(({ pid }) => pid)
  }
  const [first] = await until('it waits', async () => {
    const pids = await waiting()
    return pids.length > 0 ? pids : undefined
  })
  const query = sql`select from pg_stat_activity where pid = ${first} and wait_event_type = 'Lock'`
  await until('it gives up', async () => (await engineDb().execute(query)).rowCount === 0, 14_000)
})
