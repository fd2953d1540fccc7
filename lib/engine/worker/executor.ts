import { rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isTerminalRun } from '#lib/domain/statuses'
import { jsonLines } from '#lib/json-lines'
import { log } from '#lib/log'
import {
  readyMessage,
  socketDirectory,
  socketPrefix,
  socketSuffix,
  type ExecutorAnswer,
  type HandOver,
} from '../commands/executor-sockets.ts'
import type { NewStart, NotStarted, Starter } from '../execute/turns.ts'
import { onlyStarterMs } from '../model/turn-times.ts'

/** How many handed-over runs may be in their first turn; further ones go through the queue. */
const maxStarts = 128
/** The same for one organization, so that others always find room. */
const maxOfOrganization = 64

type Execute = (start: NewStart, starter: Starter) => Promise<NotStarted | undefined>

/** What a worker does with runs that other processes of its machine hand over. */
class Executor {
  readonly #execute: Execute
  readonly #byOrganization = new Map<string, number>()
  readonly #underWay = new Set<Promise<void>>()
  #stopping = false

  constructor(execute: Execute) {
    this.#execute = execute
  }

  /** Takes no more runs; resolves when the first turns of those that it has are over. */
  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all(this.#underWay)
  }

  #hasRoom(organizationId: string): boolean {
    const own = this.#byOrganization.get(organizationId) ?? 0
    return !this.#stopping && this.#underWay.size < maxStarts && own < maxOfOrganization
  }

  #count(organizationId: string, change: 1 | -1): void {
    const own = (this.#byOrganization.get(organizationId) ?? 0) + change
    if (own === 0) this.#byOrganization.delete(organizationId)
    else this.#byOrganization.set(organizationId, own)
  }

  take(handOver: HandOver, answer: (answer: ExecutorAnswer) => void): void {
    const { runId, organizationId } = handOver.start
    if (!this.#hasRoom(organizationId)) return answer({ runId, kind: 'queue' })
    this.#count(organizationId, 1)
    const work = this.#play(handOver, answer).finally(() => {
      this.#count(organizationId, -1)
      this.#underWay.delete(work)
    })
    this.#underWay.add(work)
  }

  async #play(
    { start, waits, reader }: HandOver,
    answer: (answer: ExecutorAnswer) => void,
  ): Promise<void> {
    const { runId } = start
    const since = Date.now()
    let isStarted = false
    let isOver = false
    const refusal = await this.#execute(start, {
      isOnlyWatcher: () => (waits || !isStarted) && Date.now() - since < onlyStarterMs,
      reader() {
        if (!reader || Date.now() - since > reader.withinMs) return undefined
        const { withinMs: _withinMs, ...who } = reader
        return who
      },
      committed(status, read) {
        isOver = isTerminalRun(status)
        if (isOver) answer({ runId, kind: 'ended', status, ...(read ? { read } : {}) })
        else if (!isStarted) answer({ runId, kind: 'started', status })
        isStarted = true
      },
    })
    if (refusal !== undefined) answer({ runId, kind: 'refused', refusal })
    else if (!isOver) answer({ runId, kind: 'left' })
  }
}

export type StartListener = {
  /** Takes no more runs; resolves when the first turns of those that it has are over. */
  refuse(): Promise<void>
  /** Ends the connections; what was answered is sent. */
  stop(): Promise<void>
}

/**
 * Listens for runs that processes of this machine hand over, on a socket named after this worker.
 */
export async function listenForStarts(
  { dataDir, databaseUrl, workerId }: { dataDir: string; databaseUrl: string; workerId: string },
  execute: Execute,
): Promise<StartListener> {
  const executor = new Executor(execute)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', (error) => log.debug({ error }, 'a connection that hands over runs failed'))
    const lines = jsonLines(socket, (message) => {
      executor.take(message as HandOver, (answer) => lines.send(answer))
    })
    lines.send(readyMessage)
  })
  const file = path.join(
    socketDirectory(dataDir),
    `${socketPrefix(databaseUrl)}${workerId}${socketSuffix}`,
  )
  await listening(server, file)
  return {
    refuse: async () => await executor.stop(),
    async stop() {
      rmSync(file, { force: true })
      // Answers leave at the end of this turn of the event loop.
      await setImmediate()
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroySoon()
      await closed
    },
  }
}

async function listening(server: Server, file: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(file, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.on('error', (error) => log.warn({ error }, 'the socket for runs failed'))
}
