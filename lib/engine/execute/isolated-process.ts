import { enginePool } from '#db/client'
import type { AttemptServices } from './attempt.ts'
import { isolatedOrderSchema, type IsolatedReply, type IsolatedOrder } from './isolated-messages.ts'
import { createNotifier } from '../watch/notifier.ts'
import type { TurnServices } from './turn.ts'
import { Turns } from './turns.ts'

const aliveMs = 1000

/**
 * Ends this process when the worker that started it does. Call it before anything is awaited: the
 * worker may be killed while this process starts, and a channel that is closed already sends no
 * event.
 */
export function endWithWorker(): void {
  process.on('disconnect', () => process.exit(0))
  if (!process.connected) process.exit(0)
}

/**
 * Makes this process execute suspects for the worker that started it (isolation.ts), in that
 * worker's name. The database must be configured. It ends when the worker does; signals that a
 * terminal sends to both are left to the worker.
 */
export function serveIsolated(services: AttemptServices): void {
  let turns: Turns | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  endWithWorker()
  process.on('message', (message) => obey(isolatedOrderSchema.parse(message)))
  setInterval(() => send({ kind: 'alive' }), aliveMs)
  send({ kind: 'alive' })

  function obey(order: IsolatedOrder): void {
    if (order.kind === 'stop') turns?.stop()
    else if (order.kind === 'abandon') turns?.abandon()
    else {
      turns ??= createTurns(order.workerId)
      void execute(turns, order)
    }
  }

  function createTurns(workerId: string): Turns {
    const pool = enginePool()
    const onStep: TurnServices['onStep'] = (runId, { key, effect, stage }, starts) =>
      send({ kind: 'step', runId, key, starts, bounded: stage === 'call' && effect === 'unsafe' })
    return new Turns({ ...services, pool, workerId, notifier: createNotifier(pool), onStep })
  }
}

async function execute(
  turns: Turns,
  { runId, fatal }: Extract<IsolatedOrder, { kind: 'execute' }>,
): Promise<void> {
  send({ kind: 'started', runId })
  const failed = !(await turns.run(runId, new Set(fatal)))
  send({ kind: 'idle', runId, failed })
}

/**
 * Sends a message; a short one is in the pipe when this returns. When the channel is closed the
 * worker is gone, and this process ends.
 */
function send(reply: IsolatedReply): void {
  if (process.connected) process.send?.(reply, undefined, undefined, () => undefined)
}
