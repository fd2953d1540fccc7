import { sql } from 'drizzle-orm'
import { authDb } from '#db/client'
import { serviceNumbers } from '#db/schema/service'
import type { Finding } from '#lib/contracts/instance/installation'
import type { ServiceNumbers } from '#lib/engine/worker/report-numbers'
import { fine, problem, warning, type Check } from './finding.ts'

const about = 'Work'

/** As in lib/engine/worker/liveness.ts: a worker writes a sign of life each second. */
const silentSeconds = 20
/** A worker counts every ten seconds. */
const oldNumbersMs = 60_000

async function workerFinding(): Promise<Finding> {
  const { rows } = await authDb().execute<{ alive: number }>(
    sql`select count(*)::int as alive from workers
     where seen_at > now() - make_interval(secs => ${silentSeconds})`,
  )
  const alive = rows[0]?.alive ?? 0
  if (alive > 0)
    return fine(about, `${alive === 1 ? 'One worker is' : `${alive} workers are`} alive.`)
  return problem(about, 'No worker is alive, so runs wait.', 'Start one: npm run worker.')
}

const minutes = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`

function booksAndQueue({ books, queue }: ServiceNumbers): Finding[] {
  return [
    books.balanced
      ? fine(about, 'The books balance: every accepted run is somewhere.')
      : problem(
          about,
          'The books do not balance: accepted runs are missing, or there are too many.',
          'Read docs/runbooks/RoundsBooksUnbalanced.md before you restart anything.',
        ),
    queue.dueSeconds < 60
      ? fine(
          about,
          `${queue.due} jobs are due; the oldest has waited ${minutes(queue.dueSeconds)}.`,
        )
      : problem(
          about,
          `${queue.due} jobs are due, and the oldest has waited ${minutes(queue.dueSeconds)}.`,
          'Start more workers, or see what keeps these busy: docs/runbooks/RoundsQueueBehind.md.',
        ),
  ]
}

function waitingFindings({ operation }: ServiceNumbers): Finding[] {
  if (!operation) return []
  const found: Finding[] = []
  const { unknownOutcomes, schedulesLate, suspectRuns } = operation
  if (unknownOutcomes.waiting > 0)
    found.push(
      warning(
        about,
        `${unknownOutcomes.waiting} calls have an unknown outcome; the first run with one began ${minutes(unknownOutcomes.oldestSeconds)} ago.`,
        'Somebody of the organization decides: Runs, filter "Needs a person".',
      ),
    )
  if (schedulesLate.late > 0)
    found.push(
      problem(
        about,
        `${schedulesLate.late} schedules are late, up to ${minutes(schedulesLate.oldestSeconds)}.`,
        'Look at the workers: docs/runbooks/RoundsSchedulesLate.md.',
      ),
    )
  if (suspectRuns > 0)
    found.push(
      warning(
        about,
        `${suspectRuns} runs were being worked on when a worker died.`,
        'They are tried alone. If workers keep dying: docs/runbooks/RoundsSuspectRuns.md.',
      ),
    )
  return found.length > 0
    ? found
    : [fine(about, 'No call has an unknown outcome, and no schedule is late.')]
}

/** Workers, books, queue, and what waits for a person. */
export const workCheck: Check = {
  about,
  look: async () => {
    const found = [await workerFinding()]
    const [row] = await authDb().select().from(serviceNumbers)
    const numbers = row?.numbers as ServiceNumbers | null | undefined
    if (!row || !numbers || Date.now() - row.at.getTime() > oldNumbersMs)
      return [
        ...found,
        warning(
          about,
          'The numbers of queue and books are missing or older than a minute.',
          'A worker counts them; look whether one is alive and reaches the database.',
        ),
      ]
    return [...found, ...booksAndQueue(numbers), ...waitingFindings(numbers)]
  },
}
