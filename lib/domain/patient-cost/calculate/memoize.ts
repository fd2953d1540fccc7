import type { Assumption } from '../eligibility/benefit.ts'
import type { PlanLine } from './plan.ts'

/**
 * Finds something out once for a question: what statements say depends neither on the pass nor on
 * the line that asks. What is said of it is said of every line. `find` must look at nothing but the
 * line's question and statements, and `key` must name all else that it depends on.
 */
export function memoize<T>(
  line: Pick<PlanLine, 'memory' | 'assume'>,
  key: string,
  find: (assume: PlanLine['assume']) => T,
): T {
  const before = line.memory.get(key)
  if (before) {
    for (const assumption of before.said) line.assume(assumption)
    // The key names what was found, so it is of the same type.
    return before.value as T
  }
  const said: Assumption[] = []
  const value = find((assumption) => {
    said.push(assumption)
    line.assume(assumption)
  })
  line.memory.set(key, { value, said })
  return value
}
