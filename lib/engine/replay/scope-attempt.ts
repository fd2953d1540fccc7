import { performUnrecorded, type Prepared } from '../execute/attempt.ts'
import type { Outcome } from '../model/outcome.ts'
import { notReplayed } from './replay-services.ts'
import type { Shared } from './scope.ts'

/** One attempt; it is stopped with the replay. */
export async function attempt({ attempts, signal }: Shared, prepared: Prepared): Promise<Outcome> {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const outcome = await performUnrecorded(attempts, prepared, controller)
    signal.throwIfAborted()
    return outcome
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** How a computing step ends; undefined for one that wants more than to compute. */
export async function perform(shared: Shared, prepared: Prepared): Promise<Outcome | undefined> {
  const outcome = await attempt(shared, prepared)
  const refused = outcome.kind === 'failed' && outcome.failure.code === notReplayed
  return refused || outcome.kind === 'suspended' ? undefined : outcome
}
