import type { TestSetView, TrialSummary } from '#lib/contracts/workflows/test-sets'
import { answerWords } from '#lib/domain/ask/review'
import type { BasisPart } from '#lib/domain/ask/test-set'

export const percent = (score: number): string => `${Math.round(score * 100)} %`

/** How a score differs from an earlier one, in points; undefined when it does not. */
export function differenceWords(now: number, before: number | undefined): string | undefined {
  if (before === undefined) return undefined
  const points = Math.round(now * 100) - Math.round(before * 100)
  if (points === 0) return undefined
  return `${points > 0 ? '+' : '−'}${Math.abs(points)}`
}

const parts: Record<BasisPart, string> = {
  question: 'what is asked',
  model: 'the model',
  prompt: 'our prompt',
  cases: 'the cases',
}

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' })
const namesOf = (changed: readonly BasisPart[]) => listed.format(changed.map((part) => parts[part]))

/** Why the scores that are shown are old; undefined when they are not. */
export function staleWords({ changed, cases, latest }: TestSetView): string | undefined {
  if (cases.length === 0 || latest?.status === 'running') return undefined
  if (changed === null)
    return latest === null
      ? 'This set has not been run yet.'
      : 'This set has not been run to its end.'
  if (changed.length === 0) return undefined
  return `Not run since ${namesOf(changed)} changed.`
}

/** What is different in a trial from the one before; undefined for the first one. */
export function changeWords({ changed }: Pick<TrialSummary, 'changed'>): string | undefined {
  if (changed === null) return undefined
  return changed.length === 0 ? 'Nothing changed.' : `Changed: ${namesOf(changed)}.`
}

const fields = (count: number): string => (count === 1 ? '1 field' : `${count} fields`)

/** How many fields are better or worse than in the trial before. */
export function movedWords({ moves }: NonNullable<TestSetView['comparison']>): string {
  const better = moves.filter(({ now, before }) => now > before).length
  const worse = moves.length - better
  if (moves.length === 0) return 'Every field scored as in the run before.'
  if (worse === 0) return `${fields(better)} better than in the run before.`
  if (better === 0) return `${fields(worse)} worse than in the run before.`
  return `${fields(better)} better than in the run before, ${worse} worse.`
}

const ends: Record<TrialSummary['status'], string> = {
  running: 'Running since',
  completed: 'Run',
  failed: 'Ended early',
  stopped: 'Stopped',
}
export const endWords = ({ status }: Pick<TrialSummary, 'status'>): string => ends[status]

/** A value that is expected or was given. */
export const valueWords = (value: unknown): string => {
  const words = answerWords(value)
  return words === '—' ? 'nothing' : words
}
