import { placeOfText } from '#lib/domain/expressions/written/tree'
import type { Sample } from '../../model/sample.ts'

/**
 * Whether a run asked for a value and got none: a field that was left empty, a result without it.
 * It did not where a step was not reached, or where the form had no such field yet.
 */
export function wasLeftOut(sample: Sample, path: string): boolean {
  const [root, name = ''] = placeOfText(path) ?? []
  if (root === 'start') return sample.isWhole && sample.startFields?.includes(String(name)) === true
  if (root === 'steps') return Object.hasOwn(sample.steps, name)
  return root === 'item' && 'item' in sample
}
