import { runStatement } from './run-statement.ts'
import type { RunnerMessage, RunnerRequest } from '../runner-messages.ts'
import { Sessions } from './sessions.ts'

/**
 * The process that talks to organizations' databases: it has no secret of ours, only what comes
 * with a statement, and holds what they send back. Several statements at once, since most of their
 * time they wait. It ends when the process that started it is gone.
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
    // A mistake of ours: better a dead runner than one that answers wrongly.
    () => process.exit(1),
  )
})
process.once('disconnect', () => process.exit(0))
say({ type: 'ready' })
