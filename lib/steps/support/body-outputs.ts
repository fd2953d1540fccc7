import type { BodyOutput, ChildEnd } from '../define-step.ts'

/**
 * Joins the outputs of the runs of a loop's body in the order of the items. Items that no run
 * reports were cancelled with their run. The item that failed comes before those that it stopped.
 */
export function bodyOutputsOf(ends: ChildEnd[], items: number): BodyOutput {
  const results: unknown[] = Array.from({ length: items }, () => null)
  const reported = new Set<number>()
  const failures: BodyOutput['failures'] = []
  for (const { from, output } of ends) {
    const body = output as BodyOutput | null
    body?.results.forEach((result, index) => {
      results[from + index] = result
      reported.add(from + index)
    })
    failures.push(...(body?.failures ?? []))
  }
  const lost = results.flatMap((_result, item) =>
    reported.has(item) ? [] : [{ item, code: 'cancelled', message: 'It was cancelled.' }],
  )
  const stopped = ({ code }: { code: string }): number => (code === 'cancelled' ? 1 : 0)
  return {
    results,
    failures: [...failures, ...lost].sort(
      (one, other) => stopped(one) - stopped(other) || one.item - other.item,
    ),
  }
}
