import { countOf } from '#lib/domain/count-of'
import type { Definition } from '#lib/domain/workflow/definition'
import type { Failure } from '#lib/domain/run/run'
import { bodyEnd } from './body-output.ts'
import type { Finish } from './decide.ts'
import { failureMail } from './failure-mail.ts'
import type { Plan } from './plan.ts'
import type { Commit, LeasedRun, TaskRow } from './run.ts'

/** How a turn leaves its run. */
export type RunEnd = { run: Omit<NonNullable<Commit['run']>, 'activeMs'>; mail?: Commit['mail'] }
type Prepared = { definition: Definition; plan: Plan }

/** The keys of the tasks whose outputs make the output of the run. */
export function resultTaskKeys(
  { loop }: LeasedRun,
  plan: Plan,
  tasks: ReadonlyMap<string, TaskRow>,
): string[] {
  return [
    ...plan.leaves,
    ...plan.order.flatMap(({ key }) => (loop && tasks.get(key)?.status === 'failed' ? [key] : [])),
  ]
}

/** The last commit of a run. `outputs` are those of `resultTaskKeys`. */
export function runEnd(
  run: LeasedRun,
  { definition, plan }: Prepared,
  tasks: ReadonlyMap<string, TaskRow>,
  outputs: ReadonlyMap<string, unknown>,
  finish: Finish,
): RunEnd {
  if (run.loop) return { run: bodyEnd(plan, tasks, outputs, finish, run.loop) }
  const output = Object.fromEntries(outputs)
  const failed = finish.failed === undefined ? undefined : tasks.get(finish.failed)
  if (!failed) return { run: { status: finish.status, output } }
  const error: Failure = {
    ...(failed.error ?? { code: 'failed', message: 'The step failed.' }),
    stepId: failed.stepId,
  }
  return {
    run: { status: finish.status, output, error },
    mail: failureMail(run, definition, error),
  }
}

/** The end of a run that worked longer than its workflow allows. */
export function timeoutEnd(run: LeasedRun, definition: Definition): RunEnd {
  const seconds = definition.settings.timeoutSeconds ?? 0
  const error: Failure = {
    code: 'run_timed_out',
    message: `The run worked for longer than ${countOf(seconds, 'second')}, the most that its workflow allows.`,
    details: { seconds },
  }
  return {
    run: { status: 'failed', error },
    mail: run.loop ? undefined : failureMail(run, definition, error),
  }
}

/** The end of a run that killed its process twice while none of its steps was running. */
export function lostEnd(run: LeasedRun, definition: Definition): RunEnd {
  const message =
    'The process that worked on this run ended in the middle of it, and so did the next one.'
  const error: Failure = { code: 'worker_lost', message }
  return {
    run: { status: 'failed', error },
    mail: run.loop ? undefined : failureMail(run, definition, error),
  }
}

/** The end of a run whose values Postgres refuses, when no single task is at fault. */
export function unstorableEnd(run: LeasedRun, definition: Definition, code: string): RunEnd {
  const message =
    `The database refused what the run would have written (SQLSTATE ${code}). ` +
    'Let its steps give smaller or simpler values.'
  const error: Failure = { code: 'unstorable_result', message, details: { sqlState: code } }
  return {
    run: { status: 'failed', error },
    mail: run.loop ? undefined : failureMail(run, definition, error),
  }
}
