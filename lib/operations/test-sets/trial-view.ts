import type { trials } from '#db/schema/test-sets'
import type { TrialView } from '#lib/contracts/workflows/test-sets'
import { overallScore, scoresByField } from '#lib/domain/ask/score'

export type TrialRow = typeof trials.$inferSelect

/** A trial with its scores. */
export function trialView(row: TrialRow): TrialView {
  const { id, status, results, caseIds, problem, startedBy, createdAt, endedAt } = row
  const last = results.findLast(({ prompt }) => prompt !== null)
  return {
    id,
    status,
    done: results.length,
    total: caseIds.length,
    score: overallScore(results),
    byField: scoresByField(results),
    model: last?.model ?? null,
    prompt: last?.prompt ?? null,
    tokens: results.reduce((sum, { tokens }) => sum + tokens, 0),
    dollars: results.reduce((sum, { dollars }) => sum + (dollars ?? 0), 0),
    problem,
    startedBy,
    startedAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    results,
  }
}
