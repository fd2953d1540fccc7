import type { Assumption } from '../eligibility/benefit.ts'
import type { PlanLine } from './plan.ts'

/**
 * Finds an answer once for each question, because the meaning of statements depends neither on the
 * pass nor on the line that asks. Its assumptions apply to every such line. `find` must read
 * nothing but the line's question and statements, and `key` must name all else on which it depends.
 */
export function memoize<T>(
  line: Pick<PlanLine, 'memory' | 'assume'>,
  key: string,
  find: (assume: PlanLine['assume']) => T,
): T {
  const before = line.memory.get(key)
  if (before) {
    for (const assumption of before.said) line.assume(assumption)
    // The key names the kind of the value, so the cached value has the same type.
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
