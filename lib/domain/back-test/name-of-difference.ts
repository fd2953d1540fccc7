import type { BackTestTotals } from './totals.ts'

type Named = Pick<
  BackTestTotals['groups'][number],
  'kind' | 'stepId' | 'fields' | 'before' | 'after'
>

/**
 * The name of a difference, by which people and scripts accept it: `choose branch true > false`,
 * `letter input body`. The same difference of another back-test has the same name.
 */
export function nameOfDifference({ kind, stepId, fields, before, after }: Named): string {
  const turn = before === null && after === null ? [] : [`${before ?? 'none'} > ${after ?? 'none'}`]
  return [stepId, kind, ...turn, ...fields].join(' ')
}
