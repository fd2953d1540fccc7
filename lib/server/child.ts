import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

import { log } from '#lib/log'

type Spec = { name: string; args: string[]; env?: NodeJS.ProcessEnv }

export type Child = {
  /**
   * Resolves when the process has said `ready` for the first time; rejects when it ends three times
   * without that.
   */
  ready: Promise<void>
  stop(limitMs: number): Promise<void>
}

const firstPauseMs = 200
const maxPauseMs = 10_000
/** A process that lived this long is restarted without a pause. */
const healthyMs = 30_000
const triesBeforeReady = 3

/**
 * Supervises one of our Node processes: restarts it when it dies, first at once, then after longer
 * and longer pauses.
 */
export function keepRunning({ name, args, env = process.env }: Spec): Child {
  let stopping = false
  let current: ChildProcess | undefined
  let over: Promise<unknown> = Promise.resolve()
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()

  const run = async () => {
    let isReady = false
    for (let pause = firstPauseMs, tries = 1; !stopping; tries++) {
      const startedAt = Date.now()
      const child = spawn(process.execPath, args, {
        env,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      current = child
      child.on('message', (message) => {
        if (message !== 'ready') return
        isReady = true
        resolve()
      })
      const how = await ended(child)
      if (stopping) return
      if (!isReady && tries === triesBeforeReady)
        return reject(new Error(`The ${name} process did not start (${how}).`))
      if (Date.now() - startedAt > healthyMs) pause = firstPauseMs
      log.error({ process: name, how, pauseMs: pause }, 'a process ended and is started again')
      await sleep(pause)
      pause = Math.min(pause * 2, maxPauseMs)
    }
  }
  over = run()

  return {
    ready,
    async stop(limitMs) {
      stopping = true
      const child = current
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const end = ended(child)
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
      await end
      clearTimeout(timer)
      await over
    },
  }
}

async function ended(child: ChildProcess): Promise<string> {
  return await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })
}
