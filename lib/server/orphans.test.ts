import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closedPort } from '#test/fakes/closed-port'

// The tests start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** A process with a channel to this one, as the service starts its own. */
function startChild(args: string[], env: NodeJS.ProcessEnv = process.env): ChildProcess {
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('a process whose parent ended before it listened stops when it starts to listen', async () => {
  const file = path.join(import.meta.dirname, 'on-shutdown.ts')
  const program = `
    setInterval(() => undefined, 1000)
    process.once('disconnect', async () => {
      const { onShutdown } = await import(${JSON.stringify(file)})
      onShutdown(5000, async () => process.exit(42))
    })
    process.send('ready')`
  const child = startChild(['-e', program])
  await once(child, 'message')
  const ended = once(child, 'exit')
  child.disconnect()
  expect(await ended).toEqual([42, null])
})

test('the process for suspect runs ends with its worker, even without a database', async () => {
  const url = `postgresql://nobody@${await closedPort()}/none`
  const urls = { ROUNDS_APP_URL: url, ROUNDS_AUTH_URL: url, ROUNDS_ENGINE_URL: url }
  const child = startChild(['--no-warnings', path.join(import.meta.dirname, 'isolated.ts')], {
    ...process.env,
    ...urls,
    LOG_LEVEL: 'silent',
  })
  const ended = once(child, 'exit')
  child.disconnect()
  expect(await ended).toEqual([0, null])
})
