import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import type pg from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { useTestDatabase } from '#test/harness/test-database'
import { makeClient, makePool } from './postgres.ts'
import { shortageOf } from './shortage.ts'

vi.setConfig({ testTimeout: 60_000 })

const database = useTestDatabase()
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Gives a connection another number than the server does, as a pooler: its message `K`. */
function renumbered(answer: Buffer): Buffer {
  const at = answer.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
  if (at >= 0) answer.writeInt32BE(answer.readInt32BE(at + 5) + 1_000_000, at + 5)
  return answer
}

/**
 * Accepts, and passes on to the server until `vanish`; from then on new ones only.
 * @param isPooler whether it gives connections numbers of its own
 */
async function wayToServer({ isPooler = false } = {}) {
  const { port: onward } = new URL(database.url)
  const pairs: [Socket, Socket, Transform][] = []
  let connections = 0
  const way = createServer((incoming) => {
    const outgoing = connect(Number(onward), '127.0.0.1')
    incoming.on('error', () => outgoing.destroy()).on('close', () => outgoing.destroy())
    outgoing.on('error', () => undefined)
    const answers = new Transform({
      transform: (answer: Buffer, _encoding, done) =>
        done(null, isPooler ? renumbered(answer) : answer),
    })
    incoming.pipe(outgoing).pipe(answers).pipe(incoming)
    pairs.push([incoming, outgoing, answers])
    connections++
  })
  await once(way.listen(0, '127.0.0.1'), 'listening')
  closing.push(() => way.close())
  const { port } = way.address() as AddressInfo
  return {
    url: Object.assign(new URL(database.url), { port: String(port) }).href,
    connections: () => connections,
    /** What is open leads nowhere and says nothing, as when a machine loses its power. */
    vanish() {
      for (const [incoming, outgoing, answers] of pairs.splice(0)) {
        incoming.unpipe(outgoing)
        answers.unpipe(incoming)
        outgoing.destroy()
        // It takes what comes, and answers nothing.
        incoming.resume()
      }
    },
  }
}

function pooled(url: string): pg.Pool {
  const pool = makePool({ connectionString: url, max: 3 })
  closing.push(() => pool.end())
  return pool
}
const reasonOf = async (work: Promise<unknown>): Promise<unknown> =>
  await work.then(
    () => undefined,
    (error: unknown) => error,
  )

it('a statement under way on a machine that is gone ends, and so do idle connections to it', async () => {
  const way = await wayToServer()
  const pool = pooled(way.url)
  const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()])
  for (const client of clients) {
    client.on('error', () => undefined)
    await client.query('select 1')
  }
  const [used, ...idle] = clients
  for (const client of idle) client.release()
  const late = reasonOf(used.query('select pg_sleep(30)'))
  way.vanish()
  expect(shortageOf(await late)).toBe('database')
  used.release(true)
  const { rows } = await pool.query('select 1 as one')
  expect(rows).toEqual([{ one: 1 }])
  expect(pool.totalCount).toBe(1)
})

it('a long statement goes on', async () => {
  const way = await wayToServer()
  const pool = pooled(way.url)
  const { rows } = await pool.query(`select 'done' as state from pg_sleep(8)`)
  expect(rows).toEqual([{ state: 'done' }])
  // It was asked about, or this test says nothing.
  expect(way.connections()).toBeGreaterThan(1)
})

it('so it does through a pooler, whose connections have other numbers than the server’s', async () => {
  const way = await wayToServer({ isPooler: true })
  const pool = pooled(way.url)
  const { rows } = await pool.query(`select 'done' as state from pg_sleep(8)`)
  expect(rows).toEqual([{ state: 'done' }])
  expect(way.connections()).toBeGreaterThan(1)
})

it('asks nothing while a connection only listens', async () => {
  const way = await wayToServer()
  const pool = pooled(way.url)
  const listening = await pool.connect()
  await listening.query('listen something')
  const admin = makeClient({ connectionString: database.url })
  await admin.connect()
  closing.push(() => admin.end())
  await admin.query('select pg_sleep(6)')
  expect(way.connections()).toBe(1)
  listening.release()
})

it('an attempt to connect that is not answered is given up', async () => {
  const silent = createServer((socket) => socket.resume())
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  closing.push(() => silent.close())
  const { port } = silent.address() as AddressInfo
  const url = Object.assign(new URL(database.url), { port: String(port) }).href
  // Without a time limit of the pool, as the worker's.
  const pool = pooled(url)
  expect(shortageOf(await reasonOf(pool.query('select 1')))).toBe('database')
})
