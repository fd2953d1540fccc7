import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { modelCalls } from '#db/schema/models'
import { trialResults, trials } from '#db/schema/test-sets'
import type { ModelUsed } from '#lib/contracts/integrations/models'
import type { TestSetView, TrialSummary, TrialView } from '#lib/contracts/workflows/test-sets'
import { compareResults, overallScore, scoresByField } from '#lib/domain/ask/score'
import { keptTrials, type TrialResult } from '#lib/domain/ask/test-set'
import { nothingUsed, usedColumns } from '../models/model-use.ts'
import { changedParts } from './step-of.ts'

export type TrialRow = typeof trials.$inferSelect
type CaseResult = TrialResult & { caseId: string }

/** The trials of a step, the newest first. */
export const trialsOf = async (tx: Tx, workflowId: string, stepId: string): Promise<TrialRow[]> =>
  await tx
    .select()
    .from(trials)
    .where(and(eq(trials.workflowId, workflowId), eq(trials.stepId, stepId)))
    .orderBy(desc(trials.id))
    .limit(keptTrials)

/** How the cases that are still there went, in the order of the set. */
async function resultsOf(tx: Tx, trialId: string): Promise<CaseResult[]> {
  const rows = await tx
    .select({ caseId: trialResults.caseId, result: trialResults.result })
    .from(trialResults)
    .where(eq(trialResults.trialId, trialId))
    .orderBy(asc(trialResults.caseId))
  return rows.map(({ caseId, result }) => ({ caseId, ...result }))
}

type Summed = { score: number | null; model: string | null; prompt: string | null }

async function sumsOf(tx: Tx, ids: string[]): Promise<Map<string, Summed>> {
  const newest = (name: string) =>
    sql<string | null>`max(${trialResults.result}->>${sql.raw(`'${name}'`)})`
  const rows = await tx
    .select({
      id: trialResults.trialId,
      score: sql<
        number | null
      >`(sum(${trialResults.points}) / nullif(sum(${trialResults.fields}), 0))::float8`,
      model: newest('model'),
      prompt: newest('prompt'),
    })
    .from(trialResults)
    .where(inArray(trialResults.trialId, ids))
    .groupBy(trialResults.trialId)
  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
}

async function usedBy(tx: Tx, ids: string[]): Promise<Map<string | null, ModelUsed>> {
  const rows = await tx
    .select({ trialId: modelCalls.trialId, ...usedColumns })
    .from(modelCalls)
    .where(inArray(modelCalls.trialId, ids))
    .groupBy(modelCalls.trialId)
  return new Map(rows.map(({ trialId, ...used }) => [trialId, used]))
}

/** Trials without what their cases say; `rows` are all of a step, the newest first. */
async function summaries(tx: Tx, rows: TrialRow[]): Promise<TrialSummary[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const sums = await sumsOf(tx, ids)
  const used = await usedBy(tx, ids)
  return rows.map((row, index) => {
    const before = rows.slice(index + 1).find(({ status }) => status === 'completed')
    const { id, status, done, caseIds, problem, startedBy, createdAt, endedAt } = row
    return {
      id,
      status,
      done,
      total: caseIds.length,
      ...(sums.get(id) ?? { score: null, model: null, prompt: null }),
      used: used.get(id) ?? nothingUsed,
      problem,
      changed: before ? changedParts(row.settings.basis, before.settings.basis) : null,
      startedBy,
      startedAt: createdAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    }
  })
}

/** The trials of a step with the newest one's results, beside those of the one before. */
export async function viewOfTrials(
  tx: Tx,
  rows: TrialRow[],
): Promise<Pick<TestSetView, 'latest' | 'comparison' | 'trials'>> {
  const summarized = await summaries(tx, rows)
  const [newest] = summarized
  if (!newest) return { latest: null, comparison: null, trials: [] }
  const results = await resultsOf(tx, newest.id)
  const latest: TrialView = {
    ...newest,
    score: overallScore(results),
    byField: scoresByField(results),
    results,
  }
  const before = rows.slice(1).find(({ status }) => status === 'completed')
  const comparison = before && compareResults(results, await resultsOf(tx, before.id))
  return { latest, comparison: comparison ?? null, trials: summarized }
}
