import type { BackTestSummary } from '#lib/contracts/workflows/back-tests'
import { countOf } from '#lib/domain/count-of'

type Counted = Pick<BackTestSummary, 'status' | 'same' | 'different' | 'unknown' | 'done' | 'total'>

/** What a back-test found, in a line. One that did not come to its end never looks like one. */
export function shortResult(test: Counted): string {
  const { status, same, different, unknown, done } = test
  if (status === 'running') return 'running'
  const found = [
    `${same} same`,
    `${different} different`,
    ...(unknown > 0 ? [`${unknown} may differ`] : []),
  ]
  if (status === 'completed') return found.join(' · ')
  const end = endedEarly(test) ?? ''
  return done === 0 ? end : [end, ...found].join(' · ')
}

/** How far a back-test came that did not come to its end; undefined for any other. */
export function endedEarly({ status, done, total }: Counted): string | undefined {
  if (status !== 'stopped' && status !== 'failed') return undefined
  const word = status === 'stopped' ? 'stopped' : 'broken off'
  return `${word} after ${done.toLocaleString('en-US')} of ${countOf(total, 'run')}`
}
