import { startDueLoop } from '#lib/engine/worker/due-loop'
import { scheduleRound } from './schedule-round.ts'

/** Starts the scheduler of one worker. Every worker has one; they need no coordination. */
export function startScheduler(): { stop(): Promise<void> } {
  return startDueLoop('schedules', async () => {
    await scheduleRound()
    return { more: false }
  })
}
