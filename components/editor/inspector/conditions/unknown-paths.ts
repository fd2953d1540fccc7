import { aloneOperators, rulesOf, type Group } from '#lib/domain/expressions/written/condition'
import { placeOfText } from '#lib/domain/expressions/written/tree'
import type { Sample } from '../../model/sample.ts'
import { seenValue } from '../values/value-names.ts'

/**
 * Whether a run asked for a value and got none: a field that was left empty, a result without it.
 * It did not where a step was not reached, or where the form had no such field yet.
 */
function wasLeftOut(sample: Sample, path: string): boolean {
  const [root, name = ''] = placeOfText(path) ?? []
  if (root === 'start') return sample.isWhole && sample.startFields?.includes(String(name)) === true
  if (root === 'steps') return Object.hasOwn(sample.steps, name)
  return root === 'item' && 'item' in sample
}

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
