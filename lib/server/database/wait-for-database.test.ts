import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { SettingsError } from '#lib/settings-error'
import { useTestDatabase } from '#test/harness/test-database'
import { waitForDatabase } from './wait-for-database.ts'

const database = useTestDatabase()

/** A port of this machine without a listener, and the function that makes Postgres listen there. */
async function postgresElsewhere(): Promise<{ at(url: string): string; open(): Promise<void> }> {
  const listening = async (server: Server, port = 0) => (
    await once(server.listen(port, '127.0.0.1'), 'listening'),
    (server.address() as AddressInfo).port
  )
  const first = createServer()
  const port = await listening(first)
  await once(first.close(), 'close')
  const way = createServer((incoming) => {
    const { hostname, port: real } = new URL(database.url)
    const onward = connect(Number(real), hostname)
    for (const [from, to] of [
      [incoming, onward],
      [onward, incoming],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to)
  })
  onTestFinished(() => void way.close())
  return {
    at: (url) => Object.assign(new URL(url), { port: String(port) }).href,
    open: async () => void (await listening(way, port)),
  }
}

test('the wait for a database ends after the given time with a sentence', async () => {
  const { at } = await postgresElsewhere()
  const started = Date.now()
  const waited = waitForDatabase(at(database.url), 600)
  await expect(waited).rejects.toThrow(SettingsError)
  await expect(waited).rejects.toThrow(/does not answer \(ECONNREFUSED\).*Check DATABASE_URL/)
  expect(Date.now() - started).toBeGreaterThanOrEqual(600)
})

test('does not wait for errors that waiting cannot solve', async () => {
  const { href } = Object.assign(new URL(database.url), { pathname: '/not_there' })
  await expect(waitForDatabase(href, 60_000)).resolves.toBeUndefined()
})

test(
  'a worker that starts before its database waits for it, then works',
  { timeout: 60_000 },
  async () => {
    const { at, open } = await postgresElsewhere()
    const urls = {
      ROUNDS_APP_URL: at(database.appUrl),
      ROUNDS_AUTH_URL: at(database.authUrl),
      ROUNDS_ENGINE_URL: at(database.engineUrl),
    }
    const worker = spawn(process.execPath, ['lib/server/worker.ts'], {
      env: { ...process.env, ...urls, LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    onTestFinished(() => void worker.kill('SIGKILL'))
    const { stdout, stderr } = worker
    if (!stdout || !stderr) throw new Error('the worker has no output')
    const [said] = (await once(stdout, 'data')) as [Buffer]
    expect(String(said)).toMatch(/does not answer .*Waiting for it/)
    expect(worker.exitCode).toBeNull()
    const rest = text(stderr)
    await open()
    expect(await once(worker, 'message')).toEqual(['ready', undefined])
    const exit = once(worker, 'exit')
    worker.kill('SIGTERM')
    expect([await exit, await rest]).toEqual([[0, null], ''])
  },
)
