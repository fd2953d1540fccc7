import type pg from 'pg'
import { expect, it, vi } from 'vitest'
import { useTestDatabase } from '#test/harness/test-database'
import { makeClient, makePool, UnpreparingClient } from './postgres.ts'

const database = useTestDatabase()

/** Ends a session as an administrator does (57P01). */
async function terminate(pid: number): Promise<void> {
  const admin = makeClient({ connectionString: database.url })
  await admin.connect()
  await admin.query('select pg_terminate_backend($1)', [pid])
  await admin.end()
}
/** `once` of node:events would fail at the error that is expected. */
const ended = async (client: pg.ClientBase) =>
  await new Promise<void>((resolve) => void client.once('end', resolve))
const pidOf = async (client: pg.ClientBase) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0

it('a client whose session is ended says so, and the process goes on', async () => {
  const lost = vi.fn<(error: Error) => void>()
  const client = makeClient({ connectionString: database.url }, lost)
  await client.connect()
  const gone = ended(client)
  await terminate(await pidOf(client))
  await gone
  expect(lost.mock.calls[0]).toMatchObject([{ code: '57P01' }])
  await expect(client.query('select 1')).rejects.toThrow('not queryable')
})

it('a pool replaces an idle connection that was ended, and lives through one in use', async () => {
  const lost = vi.fn<(error: Error) => void>()
  const pool = makePool({ connectionString: database.url, max: 1 }, lost)
  const idle = await pool.connect()
  const pid = await pidOf(idle)
  idle.release()
  await terminate(pid)
  await vi.waitFor(() => expect(lost).toHaveBeenCalled(), { timeout: 30_000 })
  const used = await pool.connect()
  const gone = ended(used)
  await terminate(await pidOf(used))
  await gone
  used.release(true)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

it('prepares nothing under a name where a pooler would not find it again', async () => {
  const config = { connectionString: database.url, max: 1 }
  const ask = async (pool: pg.Pool) => {
    const named = { name: 'twice', text: 'select $1::int as one', values: [1] }
    for (let time = 0; time < 2; time++)
      expect((await pool.query(named)).rows).toEqual([{ one: 1 }])
    const { rows } = await pool.query('select name from pg_prepared_statements')
    await pool.end()
    return rows
  }
  expect(await ask(makePool(config))).toEqual([{ name: 'twice' }])
  expect(await ask(makePool({ ...config, Client: UnpreparingClient }))).toEqual([])
})
