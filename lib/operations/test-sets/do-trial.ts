import { and, eq, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { testCases, trialResults, trials } from '#db/schema/test-sets'
import { ApiError } from '#lib/domain/api-error'
import { questionOf } from '#lib/domain/ask/question-of'
import { scoreFields } from '#lib/domain/ask/score'
import type { AskedSettings, TrialResult } from '#lib/domain/ask/test-set'
import { knownValuesIn } from '#lib/domain/deidentify/known-values'
import type { OcrLanguage } from '#lib/domain/document/ocr-languages'
import { mayPass } from '#lib/domain/provider/may-pass'
import { log } from '#lib/log'
import { askDocuments } from '../ask/ask-documents.ts'
import type { TestCaseRow } from './step-of.ts'
import type { TrialRow } from './trial-view.ts'

/** A case is tried again after a failure that may pass. */
const mostTries = 3
const againSeconds = 10
/** A case that takes longer is given up; sooner than it is due for another worker. */
const longestMs = 600_000

type CaseOfTrial = Pick<TestCaseRow, 'fileIds' | 'expected'>

/** Asks about the files of one case, as the step would. */
async function askCase(
  { id: trialId, organizationId, settings, tries }: TrialRow,
  { fileIds, expected }: CaseOfTrial,
  signal: AbortSignal,
): Promise<TrialResult> {
  const { connection, recognize, replaceNames, known } = settings
  const answer = await askDocuments(organizationId, {
    connection,
    question: questionOf(settings),
    fileIds,
    recognize,
    languages: settings.languages as OcrLanguage[],
    // There is no start data here; what is expected has the same names and numbers.
    replace: replaceNames ? knownValuesIn([expected, known ?? null]) : undefined,
    runId: null,
    taskId: null,
    trialId,
    attempt: tries,
    signal,
  })
  return {
    fields: scoreFields(settings.mode, expected, answer.fields),
    error: null,
    model: answer.model,
    prompt: answer.prompt,
  }
}

/** A case without an answer: nothing of it is right. */
const failedCase = (
  { expected }: CaseOfTrial,
  { mode }: AskedSettings,
  error: string,
): TrialResult => ({
  fields: scoreFields(mode, expected, []).map((field) => ({ ...field, score: 0 })),
  error,
  model: null,
  prompt: null,
})

type Outcome =
  | { result: TrialResult }
  | { waitSeconds: number; counts: boolean }
  | { end: string }
  | { skip: true }

/** The organization's budget: the other cases would fail as well. */
const overBudget = ({ details, message }: ApiError): string =>
  typeof details['limit'] === 'string'
    ? `The next case could exceed what your organization allows its models: ${details['limit']}. ` +
      'An owner can change that under Settings; then run the tests again.'
    : message

/** What a failed case means for the trial. */
function afterFailure(error: unknown, of: CaseOfTrial, trial: TrialRow): Outcome {
  const { settings, tries } = trial
  if (!(error instanceof ApiError)) {
    log.warn({ error }, 'a case of a test set could not be asked')
    const why = 'This case could not be asked, or took too long.'
    return { result: failedCase(of, settings, why) }
  }
  if (error.code === 'model_budget') return { end: overBudget(error) }
  const waitSeconds = Number(error.headers['retry-after']) || againSeconds
  if (error.code === 'connection_limited') return { waitSeconds, counts: false }
  if (mayPass(error) && tries < mostTries) return { waitSeconds, counts: true }
  return { result: failedCase(of, settings, error.message) }
}

async function outcomeOf(
  trial: TrialRow,
  of: CaseOfTrial | undefined,
  { stopping, signal }: { stopping: AbortSignal; signal: AbortSignal },
): Promise<Outcome> {
  // It was deleted while the set ran.
  if (!of) return { skip: true }
  // The claim counts tries, so also those whose process died.
  if (trial.tries > mostTries)
    return { result: failedCase(of, trial.settings, `It did not end in ${mostTries} tries.`) }
  try {
    return { result: await askCase(trial, of, signal) }
  } catch (error) {
    // The worker ends; the next one asks again at once.
    if (stopping.aborted) return { waitSeconds: 0, counts: false }
    return afterFailure(error, of, trial)
  }
}

/** What a trial becomes by an outcome. */
function valuesAfter(trial: TrialRow, outcome: Outcome) {
  const now = sql`now()`
  if ('end' in outcome)
    return { status: 'failed' as const, problem: outcome.end, nextAt: null, endedAt: now }
  if ('waitSeconds' in outcome)
    return {
      nextAt: sql`now() + make_interval(secs => ${outcome.waitSeconds})`,
      tries: outcome.counts ? trial.tries : trial.tries - 1,
    }
  const next = { done: trial.done + 1, tries: 0 }
  if (next.done >= trial.caseIds.length)
    return { ...next, status: 'completed' as const, nextAt: null, endedAt: now }
  return { ...next, nextAt: now }
}

/** Stores a result, unless its case was deleted while it was asked about. */
async function storeResult(
  tx: Tx,
  { id: trialId, organizationId }: TrialRow,
  caseId: string,
  result: TrialResult,
): Promise<void> {
  const [kept] = await tx
    .select({ id: testCases.id })
    .from(testCases)
    .where(eq(testCases.id, caseId))
    .for('key share')
  if (!kept) return
  const points = result.fields.reduce((sum, { score }) => sum + score, 0)
  const row = { trialId, caseId, organizationId, result, points, fields: result.fields.length }
  await tx.insert(trialResults).values(row)
}

/**
 * Does the next case of a trial that this worker has taken, and says when the next one is due. What
 * another worker did meanwhile, and a trial that was stopped, stay as they are.
 */
export async function doNextCase(trial: TrialRow, stopping: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(longestMs)])
  const { organizationId, done } = trial
  const caseId = trial.caseIds[done] ?? ''
  const [of] = await inOrganization(organizationId, (tx) =>
    tx.select().from(testCases).where(eq(testCases.id, caseId)),
  )
  const outcome = await outcomeOf(trial, of, { stopping, signal })
  const mine = and(eq(trials.id, trial.id), eq(trials.status, 'running'), eq(trials.done, done))
  await inOrganization(organizationId, async (tx) => {
    const [written] = await tx
      .update(trials)
      .set(valuesAfter(trial, outcome))
      .where(mine)
      .returning({ id: trials.id })
    if (written && 'result' in outcome) await storeResult(tx, trial, caseId, outcome.result)
  })
}
