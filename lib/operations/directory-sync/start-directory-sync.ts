import { startDueLoop } from '#lib/engine/worker/due-loop'
import { syncDueDirectory } from './sync-directory.ts'

/**
 * Reads the directories that are read (WorkOS) in a worker process until it is stopped: each once a
 * minute, and within a second when its webhook or a person asks.
 */
export function startDirectorySync(): { stop(): Promise<void> } {
  return startDueLoop('directories', async () => ({ more: await syncDueDirectory() }))
}
