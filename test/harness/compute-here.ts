import { evaluate } from '#lib/domain/expressions/compute-expressions'
import type { ComputeExpressions } from '#lib/domain/expressions/expressions'

/** Computes expressions in this process, for tests whose expressions are known to end. */
export const computeHere: ComputeExpressions = async (sites, context) => {
  const values: unknown[] = []
  for (const { text } of sites) values.push(await evaluate(text, context))
  return values
}
