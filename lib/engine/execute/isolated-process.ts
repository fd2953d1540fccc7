import { enginePool } from '#db/client'
import type { AttemptServices } from './attempt.ts'
import { isolatedOrderSchema, type IsolatedReply, type IsolatedOrder } from './isolated-messages.ts'
import { createNotifier } from '../watch/notifier.ts'
import type { TurnServices } from './turn.ts'
import { Turns } from './turns.ts'

const aliveMs = 1000

/**
 * Ends this process when the worker that started it does. Called before anything is waited for: the
 * worker may be killed while this process starts, and of a channel that has closed already nothing
 * is told.
 */
export function endWithWorker(): void {
  process.on('disconnect', () => process.exit(0))
  if (!process.connected) process.exit(0)
}

/**
 * Makes this process one that plays suspect runs for the worker that started it (isolation.ts), in
 * that worker's name. The database must be configured. It ends when the worker does; the signals
 * that a terminal sends to both are for the worker.
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
    else void play((turns ??= begin(order.workerId)), order)
  }

  function begin(workerId: string): Turns {
    const pool = enginePool()
    const onStep: TurnServices['onStep'] = (runId, { key, effect, stage }, begins) =>
      send({ kind: 'step', runId, key, begins, bounded: stage === 'call' && effect === 'unsafe' })
    return new Turns({ ...services, pool, workerId, notifier: createNotifier(pool), onStep })
  }
}

async function play(
  turns: Turns,
  { runId, fatal }: Extract<IsolatedOrder, { kind: 'play' }>,
): Promise<void> {
  send({ kind: 'started', runId })
  const failed = !(await turns.run(runId, new Set(fatal)))
  send({ kind: 'idle', runId, failed })
}

/**
 * A short message is in the pipe when this returns. Whoever hears none of them is gone, and this
 * process with it.
 */
function send(reply: IsolatedReply): void {
  if (process.connected) process.send?.(reply, undefined, undefined, () => undefined)
}
