import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeClient } from '#lib/postgres'
import { shortageOf } from '#lib/shortage'
import { seedOrganization } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { until } from '#test/harness/until'
import {
  askDatabase,
  authDb,
  authPool,
  engineDb,
  enginePool,
  inOneTrip,
  inOrganization,
} from './client.ts'

const database = useTestDatabase()

it('copies of this module share prepared statements, because they share the connections', async () => {
  const { organizationId } = await seedOrganization()
  const call = { statement: { name: 'twice', text: 'select $1::int as one' }, values: [1] }
  expect(await inOneTrip(organizationId, call)).toEqual([[{ one: 1 }]])
  vi.resetModules()
  const copy = await import('./client.ts')
  expect(copy.inOneTrip).not.toBe(inOneTrip)
  expect(await copy.inOneTrip(organizationId, call)).toEqual([[{ one: 1 }]])
})

it('values of every kind arrive unchanged, also texts that look like SQL', async () => {
  const { organizationId } = await seedOrganization()
  const text = `it's a "quote" \\ {1,2} $1; drop table runs`
  const statement = {
    name: 'echo',
    text: `select $1::text as text, $2::int as number, $3::boolean as yes, $4::text as nothing,
      $5::text[] as list, current_setting('rounds.organization_id') as organization`,
  }
  const values = [text, 7, true, null, [text, null, '']]
  expect(await inOneTrip(organizationId, { statement, values })).toEqual([
    [
      {
        text,
        number: 7,
        yes: true,
        nothing: null,
        list: [text, null, ''],
        organization: organizationId,
      },
    ],
  ])
})

it('when one statement fails none changes anything, and the connection stays usable', async () => {
  const { organizationId } = await seedOrganization()
  const rename = { name: 'rename', text: 'update organizations set name = $1::text' }
  const divide = { name: 'divide', text: 'select 1 / $1::int as share' }
  const read = { name: 'name', text: 'select name from organizations' }
  const [before] = await inOneTrip(organizationId, { statement: read, values: [] })
  const failing = inOneTrip(
    organizationId,
    { statement: rename, values: ['Changed'] },
    { statement: divide, values: [0] },
    { statement: rename, values: ['Changed again'] },
  )
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  for (let again = 0; again < 3; again++)
    expect(await inOneTrip(organizationId, { statement: read, values: [] })).toEqual([before])
})

it('a connection that is lost when a transaction begins does not stay taken', async () => {
  const pool = enginePool()
  const lose = (client: object) =>
    (client as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  pool.on('acquire', lose)
  await expect(engineDb().transaction(async () => 'done')).rejects.toThrow('begin')
  pool.off('acquire', lose)
  await until('none is taken', () => pool.totalCount === pool.idleCount)
  expect(await engineDb().transaction(async () => 'done')).toBe('done')
})

/**
 * Makes a table of whose rows no commit is answered, as while a synchronous standby is gone, and
 * stops the clock.
 */
async function makeCommitsWait() {
  const other = makeClient({ connectionString: database.url })
  await other.connect()
  onTestFinished(async () => await other.end())
  await other.query(`drop table if exists kept;
    create table kept (id int); grant all on kept to rounds_app, rounds_auth;
    create or replace function wait() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(7); return null; end';
    create constraint trigger waits after insert on kept deferrable initially deferred
      for each row execute function wait();
    select pg_advisory_lock(7)`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const waiting = async () => {
    const { rowCount } =
      await other.query(`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`)
    return rowCount
  }
  return {
    waiting,
    /** Waits until so many commits are under way. */
    async areWaiting(count: number) {
      while ((await waiting()) !== count);
    },
    answer: async () => {
      vi.useRealTimers()
      await other.query('select pg_advisory_unlock(7)')
    },
    kept: async () => (await other.query('select from kept')).rowCount,
  }
}

const insert = sql`insert into kept values (1)`
const keep = async (organizationId: string) =>
  await inOrganization(organizationId, async (tx) => await tx.execute(insert)).catch(shortageOf)

it('whoever waits for a commit is told so in time, and the commit goes on', async () => {
  const { organizationId } = await seedOrganization()
  const commits = await makeCommitsWait()
  const statement = { name: 'keep', text: 'insert into kept values ($1::int)' }
  const ends = [
    keep(organizationId),
    inOneTrip(organizationId, { statement, values: [2] }).catch(shortageOf),
    authDb().execute(insert).catch(shortageOf),
    authDb()
      .transaction(async (tx) => await tx.execute(insert))
      .catch(shortageOf),
  ]
  await commits.areWaiting(4)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await Promise.all(ends)).toEqual(['database', 'database', 'database', 'database'])
  await commits.answer()
  await until('all are kept', async () => (await commits.kept()) === 4)
})

it('while many commits are not answered, reads go on, and writes are refused at once', async () => {
  const { organizationId } = await seedOrganization()
  const commits = await makeCommitsWait()
  const ends = [
    ...Array.from({ length: 8 }, async () => await keep(organizationId)),
    ...Array.from({ length: 3 }, async () => await authDb().execute(insert).catch(shortageOf)),
  ]
  await commits.areWaiting(11)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(new Set(await Promise.all(ends))).toEqual(new Set(['database']))

  const statement = { name: 'read', text: 'select $1::int as one' }
  const one = sql`select 1 as one`
  expect(await inOneTrip(organizationId, { statement, values: [1] })).toEqual([[{ one: 1 }]])
  expect(await inOrganization(organizationId, async (tx) => (await tx.execute(one)).rows)).toEqual([
    { one: 1 },
  ])
  expect((await authDb().execute(one)).rows).toEqual([{ one: 1 }])
  expect(await authDb().transaction(async (tx) => (await tx.execute(one)).rows)).toEqual([
    { one: 1 },
  ])
  expect((await authPool().query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await askDatabase()
  expect(await keep(organizationId)).toBe('database')
  expect(await authDb().execute(insert).catch(shortageOf)).toBe('database')
  expect(
    await authDb()
      .transaction(async (tx) => await tx.execute(insert))
      .catch(shortageOf),
  ).toBe('database')
  expect(await commits.waiting()).toBe(11)

  await commits.answer()
  await until('all are kept', async () => (await commits.kept()) === 11)
  expect(await keep(organizationId)).toMatchObject({ rowCount: 1 })
  expect(await authDb().execute(insert)).toMatchObject({ rowCount: 1 })
})
