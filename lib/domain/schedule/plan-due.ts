import { lastOccurrences, nextOccurrence, type Rhythm } from './occurrences.ts'
import type { MissedPolicy } from './schedule.ts'

/**
 * A firing that is at most this late is on time: workers check once a second, and a restart takes a
 * moment.
 */
const graceMs = 60_000
/** After a long silence this many occurrences are listed as missed; earlier ones are not. */
const listedMissed = 100

type Due = {
  rhythm: Rhythm
  nextAt: Date
  missedPolicy: MissedPolicy
  missedLimit: number
}

/**
 * Decides about the occurrences of a schedule from `nextAt` until `now`: which fire, oldest first,
 * and which are stored as missed. Policy `skip` fires those on time, `latest` the last one, `all`
 * the last `missedLimit`.
 */
export function planDue(
  schedule: Due,
  now: Date,
): { fire: Date[]; missed: Date[]; nextAt: Date | null } {
  const { rhythm, missedPolicy, missedLimit } = schedule
  const most = Math.max(missedLimit, listedMissed)
  const due = lastOccurrences(rhythm, schedule.nextAt, now, most)
  const first: Record<MissedPolicy, number> = {
    skip: due.findIndex((instant) => now.getTime() - instant.getTime() <= graceMs),
    latest: due.length - 1,
    all: Math.max(due.length - missedLimit, 0),
  }
  const from = first[missedPolicy] < 0 ? due.length : first[missedPolicy]
  return {
    fire: due.slice(from),
    missed: due.slice(0, from).slice(-listedMissed),
    nextAt: nextOccurrence(rhythm, now),
  }
}
