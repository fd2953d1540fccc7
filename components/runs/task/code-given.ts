import type { RunPage, RunPageTask } from '#lib/contracts/runs/runs'

/** What the code of a step could read, of what the run has recorded. */
export type CodeGiven = {
  start?: unknown
  steps?: Record<string, { output: unknown }>
  /** Steps whose outputs are too large to be in the run's answer. */
  leftOut: string[]
}

type Run = Pick<RunPage, 'startData' | 'startDataTruncated' | 'tasks'>

const names = (source: string, id: string): boolean =>
  new RegExp(`(?<![\\w$])${id.replaceAll('$', '\\$&')}(?![\\w$])`).test(source)

/** Each use of `steps` but the one that takes it out of the argument. */
const uses = /(?<![\w$])steps(?![\w$])\s*(\?\.\s*\w|\.\s*\w|\[\s*['"`]|[,}][^=]*=>)?/g

/** Whether the code reads of `steps` by their names only, so that the others do not matter. */
const readsByName = (source: string): boolean =>
  [...source.matchAll(uses)].every(([, way]) => way !== undefined)

/**
 * The start data and the outputs that were there when the task began, as far as its code names them.
 * Nothing of this is stored with the task: a recorded output never changes.
 */
export function givenToCode(run: Run, task: RunPageTask, source: string): CodeGiven {
  const given: CodeGiven = { leftOut: [] }
  if (names(source, 'start') && !run.startDataTruncated) given.start = run.startData
  if (!names(source, 'steps')) return given
  const before = run.tasks.filter(
    ({ id, status, finishedAt }) =>
      id !== task.id &&
      status === 'completed' &&
      finishedAt !== null &&
      (task.startedAt === null || finishedAt <= task.startedAt),
  )
  const read = before.filter(({ stepId }) => !readsByName(source) || names(source, stepId))
  given.leftOut = read.flatMap(({ outputTruncated, title }) => (outputTruncated ? [title] : []))
  const whole = read.filter(({ outputTruncated }) => !outputTruncated)
  if (whole.length > 0)
    given.steps = Object.fromEntries(whole.map(({ stepId, output }) => [stepId, { output }]))
  return given
}
