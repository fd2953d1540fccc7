import { sql } from 'drizzle-orm'
import { authDb } from '#db/client'
import { serviceNumbers } from '#db/schema/service'
import type { Finding } from '#lib/contracts/instance/installation'
import { countOf } from '#lib/domain/count-of'
import { unserved } from '#lib/engine/worker/label-numbers'
import type { ServiceNumbers } from '#lib/engine/worker/report-numbers'
import {
  readReplication,
  readStandbys,
  type Replication,
  type Standby,
} from '../service/read-standbys.ts'
import { livingLabels, silentSeconds } from '../workers/living-labels.ts'
import { fine, problem, warning, type Check } from './finding.ts'

const about = 'Work'

/** A worker counts every ten seconds. */
const oldNumbersMs = 60_000

async function workerFindings(): Promise<Finding[]> {
  const { rows } = await authDb().execute<{ alive: number }>(
    sql`select count(*)::int as alive from workers
     where seen_at > now() - make_interval(secs => ${silentSeconds})`,
  )
  const alive = rows[0]?.alive ?? 0
  if (alive === 0)
    return [problem(about, 'No worker is alive, so runs wait.', 'Start one: npm run worker.')]
  const { byLabel, unbound } = await livingLabels(authDb())
  const serving = [...byLabel].map(([label, count]) => `${label} (${count})`)
  const labels = serving.length > 0 ? ` They serve the labels ${serving.join(', ')}.` : ''
  const living = fine(
    about,
    `${alive === 1 ? 'One worker is' : `${alive} workers are`} alive.${labels}`,
  )
  if (unbound > 0) return [living]
  const says = 'All workers have labels, so what is bound to no label waits.'
  const toDo = 'Start a worker without WORKER_LABELS, or add the word unbound to those of one.'
  return [living, problem(about, says, toDo)]
}

function labelFindings({ labels = [] }: ServiceNumbers): Finding[] {
  return unserved(labels).map(({ label, bound, waiting }) => {
    const things =
      bound === 1 ? 'one connection or workflow is' : `${bound} connections and workflows are`
    const says = `No living worker serves the label “${label}”, to which ${things} bound.`
    const toDo = `Start a worker there with WORKER_LABELS=${label}, or take the label away: docs/runbooks/RoundsLabelUnserved.md.`
    if (waiting === 0) return warning(about, says, toDo)
    const runs = waiting === 1 ? 'One run waits' : `${waiting} runs wait`
    return problem(about, `${says} ${runs} for it.`, toDo)
  })
}

const minutes = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`

function booksAndQueue({ books, queue }: ServiceNumbers): Finding[] {
  const { due, dueSeconds } = queue
  const waits =
    due === 0
      ? 'No job is due.'
      : `${countOf(due, 'job is', 'jobs are')} due, and the oldest has waited ${minutes(dueSeconds)}.`
  return [
    books.balanced
      ? fine(about, 'The books balance: every accepted run is somewhere.')
      : problem(
          about,
          'The books do not balance: accepted runs are missing, or there are too many.',
          'Read docs/runbooks/RoundsBooksUnbalanced.md before you restart anything.',
        ),
    dueSeconds < 60
      ? fine(about, waits)
      : problem(
          about,
          waits,
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
        `${countOf(unknownOutcomes.waiting, 'call has', 'calls have')} an unknown outcome; the first run with one began ${minutes(unknownOutcomes.oldestSeconds)} ago.`,
        'Somebody of the organization decides: Inbox, "Did these calls happen?".',
      ),
    )
  if (schedulesLate.late > 0)
    found.push(
      problem(
        about,
        `${countOf(schedulesLate.late, 'schedule is', 'schedules are')} late, up to ${minutes(schedulesLate.oldestSeconds)}.`,
        'Look at the workers: docs/runbooks/RoundsSchedulesLate.md.',
      ),
    )
  if (suspectRuns > 0)
    found.push(
      warning(
        about,
        `${countOf(suspectRuns, 'run was', 'runs were')} being worked on when a worker died.`,
        'They are tried alone. If workers keep dying: docs/runbooks/RoundsSuspectRuns.md.',
      ),
    )
  return found.length > 0
    ? found
    : [fine(about, 'No call has an unknown outcome, and no schedule is late.')]
}

/** As long as the alert waits. */
const mailsWaitSeconds = 600

function mailFindings({ receivedMails }: ServiceNumbers): Finding[] {
  if (!receivedMails || receivedMails.oldestSeconds <= mailsWaitSeconds) return []
  const { waiting, oldestSeconds } = receivedMails
  return [
    problem(
      about,
      `${countOf(waiting, 'received mail is', 'received mails are')} not read, ` +
        `the oldest for ${minutes(oldestSeconds)}.`,
      'Look at the workers: docs/runbooks/RoundsReceivedMailsWaiting.md.',
    ),
  ]
}

/** As the alert. */
const lagsAfterSeconds = 30

/**
 * What the doctor says of standbys. One that is gone is only missed when commits wait for it: the alert
 * knows which were there before.
 */
export function standbyFindings(
  standbys: Standby[],
  { awaited, connected }: Replication,
): Finding[] {
  if (awaited !== '' && connected === 0)
    return [
      problem(
        'Standby',
        `Commits wait for a standby (synchronous_standby_names is ${awaited}), and none is there: ` +
          'nothing is accepted, and no worker can report.',
        'Bring it back, or go on without it: docs/runbooks/RoundsReplicaGone.md.',
      ),
    ]
  if (connected > standbys.length)
    return [
      warning(
        'Standby',
        `${countOf(connected, 'standby is', 'standbys are')} there, and the role of DATABASE_URL ` +
          'may not see how far behind: no alert tells when one lags or is gone.',
        'As the superuser: grant pg_read_all_stats to that role.',
      ),
    ]
  return standbys.map(({ name, lagSeconds: lag }) =>
    lag <= lagsAfterSeconds
      ? fine('Standby', `The standby ${name} follows.`)
      : warning(
          'Standby',
          `The standby ${name} has not replayed the last ${minutes(lag)}.`,
          'Look at the network and at its disk: docs/runbooks/RoundsReplicaLagging.md.',
        ),
  )
}

/** Workers, books, queue, received mails, standbys, and what waits for a person. */
export const workCheck: Check = {
  about,
  look: async () => {
    const standbys = standbyFindings(await readStandbys(), await readReplication())
    const found = [...standbys, ...(await workerFindings())]
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
    return [
      ...found,
      ...labelFindings(numbers),
      ...booksAndQueue(numbers),
      ...mailFindings(numbers),
      ...waitingFindings(numbers),
    ]
  },
}
