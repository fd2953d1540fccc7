import type { Commit, LeasedRun } from '../model/run.ts'

/**
 * Moments just before and just after a commit at which a test kills the process
 * (`fault-points.test.ts`). A crash before the commit must leave the old state, a crash after it
 * the new one, and nothing may depend on whether the process received the answer.
 *
 * `FAULT_POINT=after-intent:3` kills this process the third time it passes `after-intent`; without
 * it, and outside of tests, passing costs a comparison.
 */
const [wanted, passes] =
  process.env.NODE_ENV === 'test' ? (process.env['FAULT_POINT'] ?? '').split(':') : []
let left = Number(passes ?? 1)

export function faultPoint(name: string): void {
  if (wanted && name === wanted && --left === 0) process.kill(process.pid, 'SIGKILL')
}

/**
 * The fault points of a turn's commit, named after its content. One commit may pass several (the
 * result of a call and the intent of the next).
 */
export function commitPoint(moment: 'before' | 'after', run: LeasedRun, commit: Commit): void {
  if (!wanted) return
  for (const name of namesOf(run, commit)) faultPoint(`${moment}-${name}`)
}

function namesOf(
  run: LeasedRun,
  { changed, added, children, run: ending, mail }: Commit,
): string[] {
  const calls = [...changed, ...added].filter(
    ({ effect, attempt }) => (effect === 'idempotent' || effect === 'unsafe') && attempt > 0,
  )
  const ended =
    ending?.status === 'completed' || ending?.status === 'failed' || ending?.status === 'cancelled'
  const said: [string, boolean][] = [
    ['lease', !run.leased],
    ['intent', calls.some(({ status }) => status === 'running')],
    ['result', calls.some(({ status }) => status === 'completed')],
    ['retry', calls.some(({ status, dueAt }) => status === 'pending' && dueAt !== null)],
    ['children', children.length > 0],
    ['suspension', ending?.status === 'suspended'],
    ['final', ended && run.depth === 0 && run.loop === null],
    ['child-final', ended && (run.depth > 0 || run.loop !== null)],
    ['outbox', mail !== undefined],
    // The next due time is far away, or the turn ends so that other runs go on.
    ['rest', ending?.status === 'running'],
  ]
  const names = said.flatMap(([name, holds]) => (holds ? [name] : []))
  return names.some((name) => name !== 'lease') ? names : [...names, 'progress']
}
