import { startDueLoop } from '#lib/engine/worker/due-loop'
import { scheduleRound } from './schedule-round.ts'

/** The scheduler of one worker: every worker has one, and they need not know of each other. */
export function startScheduler(): { stop(): Promise<void> } {
  return startDueLoop('schedules', async () => {
    await scheduleRound()
    return { more: false }
  })
}
