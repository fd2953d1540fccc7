import { runStatement } from './run-statement.ts'
import type { RunnerMessage, RunnerRequest } from '../runner-messages.ts'
import { Sessions } from './sessions.ts'

/**
 * The process that connects to organizations' databases. It has no secret of ours except those of
 * its statements, and holds the databases' answers. It runs several statements at once, because
 * most of their time is waiting. It ends with the process that started it.
 */
const sessions = new Sessions()
const running = new Map<number, AbortController>()

const say = (message: RunnerMessage): void => {
  if (process.connected) process.send?.(message)
}

process.on('message', (request: RunnerRequest) => {
  if (request.type === 'cancel') return running.get(request.id)?.abort()
  const { id } = request
  const control = new AbortController()
  running.set(id, control)
  void runStatement(request, sessions, control.signal, (pid, grows) =>
    say({ type: 'session', id, pid, grows }),
  ).then(
    ({ outcome, poisoned }) => {
      running.delete(id)
      say({ type: 'done', id, outcome, poisoned, residentBytes: process.memoryUsage.rss() })
    },
    // This is a bug of ours: a dead runner is better than one that answers wrongly.
    () => process.exit(1),
  )
})
process.once('disconnect', () => process.exit(0))
say({ type: 'ready' })
