import type { TestSetView, TrialView } from '#lib/contracts/workflows/test-sets'
import type { BasisPart } from '#lib/domain/ask/test-set'

export const percent = (score: number): string => `${Math.round(score * 100)} %`

/** How a score differs from an earlier one, in points; undefined when it does not. */
export function differenceWords(now: number | null, before: number | null): string | undefined {
  if (now === null || before === null) return undefined
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

/** Why the scores that are shown are old; undefined when they are not. */
export function staleWords({ changed, cases, latest }: TestSetView): string | undefined {
  if (cases.length === 0 || latest?.status === 'running') return undefined
  if (changed === null) return 'This set has not been run yet.'
  if (changed.length === 0) return undefined
  const names = listed.format(changed.map((part) => parts[part]))
  return `Not run since ${names} changed.`
}

const ends: Record<TrialView['status'], string> = {
  running: 'Running',
  completed: 'Run',
  failed: 'Ended early',
  stopped: 'Stopped',
}
export const endWords = ({ status }: Pick<TrialView, 'status'>): string => ends[status]
