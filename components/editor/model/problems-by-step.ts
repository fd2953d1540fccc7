import type { Problem } from '#lib/domain/workflow/problem'

export type ProblemCount = { errors: number; warnings: number }

/** How many errors and warnings each step has. */
export function problemsByStep(problems: Problem[]): Map<string, ProblemCount> {
  const counts = new Map<string, ProblemCount>()
  for (const { stepId, severity } of problems) {
    if (stepId === undefined) continue
    const count = counts.get(stepId) ?? { errors: 0, warnings: 0 }
    counts.set(
      stepId,
      severity === 'error'
        ? { ...count, errors: count.errors + 1 }
        : { ...count, warnings: count.warnings + 1 },
    )
  }
  return counts
}
