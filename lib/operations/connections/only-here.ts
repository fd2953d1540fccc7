import { labelOfRun } from '#lib/caller-scope'
import { otherWorker } from '#lib/domain/worker-label'
import { ownServing, serves } from '#lib/worker-labels'
import type { ConnectionRow } from './connection-view.ts'

type Bound = Pick<ConnectionRow, 'slug' | 'workerLabel'>

/** The workers that call it: its own label goes before that of the run's workflow. */
const labelOf = ({ workerLabel }: Bound): string | null => workerLabel ?? labelOfRun()

/** Throws `other_worker` when other processes call this connection. */
export function requireHere(row: Bound): void {
  const label = labelOf(row)
  if (!serves(ownServing(), label)) throw otherWorker(label, row.slug)
}

/**
 * Refuses the calls of a connection that is bound to other workers: they may reach its system, and
 * this process may not. What a port only computes, such as the check of a webhook, works everywhere.
 */
export function onlyHere<Port extends object>(port: Port, row: Bound): Port {
  if (serves(ownServing(), labelOf(row))) return port
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return async (): Promise<never> => {
        requireHere(row)
        throw otherWorker(labelOf(row), row.slug)
      }
    },
  })
}
