import { aloneOperators, rulesOf, type Group } from '#lib/domain/expressions/written/condition'
import type { Sample } from '../../model/sample.ts'
import { wasLeftOut } from '../values/left-out.ts'
import { seenValue } from '../values/value-names.ts'

/**
 * The values for want of which nobody can say how a condition came out. Whether a value is there at
 * all can be said of one that was left out.
 */
export function unknownPaths(group: Group, sample: Sample | undefined): string[] {
  if (!sample) return []
  const isUnknown = (path: string) => path !== '' && seenValue(sample, path)?.known === false
  const unknown = rulesOf(group).flatMap(({ path, operator, compared }) => {
    if (aloneOperators.has(operator))
      return isUnknown(path) && !wasLeftOut(sample, path) ? [path] : []
    return [path, ...(compared?.kind === 'path' ? [compared.path] : [])].filter(isUnknown)
  })
  return [...new Set(unknown)]
}
