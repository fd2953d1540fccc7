import { and, eq, sql } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { testCases, trials } from '#db/schema/test-sets'
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

type CaseOfTrial = Pick<TestCaseRow, 'id' | 'name' | 'fileIds' | 'expected'>

/** Asks about the files of one case, as the step would. */
async function askCase(
  organizationId: string,
  settings: AskedSettings,
  { id: caseId, name, fileIds, expected }: CaseOfTrial,
  call: { attempt: number; signal: AbortSignal },
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
    ...call,
  })
  return {
    caseId,
    name,
    fields: scoreFields(settings.mode, expected, answer.fields),
    error: null,
    model: answer.model ?? 'no model',
    prompt: answer.prompt,
    tokens: answer.usage.inputTokens + answer.usage.outputTokens,
    dollars: answer.dollars,
  }
}

/** A case without an answer: nothing of it is right. */
const failedCase = (of: CaseOfTrial, mode: AskedSettings['mode'], error: string): TrialResult => ({
  caseId: of.id,
  name: of.name,
  fields: scoreFields(mode, of.expected, []).map((field) => ({ ...field, score: 0 })),
  error,
  model: null,
  prompt: null,
  tokens: 0,
  dollars: null,
})

type Outcome = { result: TrialResult } | { waitSeconds: number; counts: boolean } | { end: string }

/** What a failed case means for the trial. */
function afterFailure(error: unknown, of: CaseOfTrial, trial: TrialRow): Outcome {
  const { mode } = trial.settings
  if (!(error instanceof ApiError)) {
    log.warn({ error }, 'a case of a test set could not be asked')
    return { result: failedCase(of, mode, 'This case could not be asked, or took too long.') }
  }
  // The organization's budget: the others would fail as well.
  if (error.code === 'model_budget') return { end: error.message }
  const waitSeconds = Number(error.headers['retry-after']) || againSeconds
  if (error.code === 'connection_limited') return { waitSeconds, counts: false }
  if (mayPass(error) && trial.tries < mostTries) return { waitSeconds, counts: true }
  return { result: failedCase(of, mode, error.message) }
}

/** The next case of a trial; one that was deleted meanwhile is named so. */
async function nextCase(trial: TrialRow): Promise<CaseOfTrial> {
  const id = trial.caseIds[trial.results.length] ?? ''
  const [found] = await inOrganization(trial.organizationId, (tx) =>
    tx.select().from(testCases).where(eq(testCases.id, id)),
  )
  return found ?? { id, name: 'A case that was deleted', fileIds: [], expected: {} }
}

async function outcomeOf(
  trial: TrialRow,
  { stopping, signal }: { stopping: AbortSignal; signal: AbortSignal },
): Promise<Outcome> {
  const { organizationId, settings, tries } = trial
  const of = await nextCase(trial)
  // The claim counts tries, so also those whose process died.
  if (tries > mostTries)
    return { result: failedCase(of, settings.mode, `It did not end in ${mostTries} tries.`) }
  if (of.fileIds.length === 0)
    return { result: failedCase(of, settings.mode, 'This case was deleted while the set ran.') }
  try {
    const call = { attempt: tries, signal }
    return { result: await askCase(organizationId, settings, of, call) }
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
  const results = [...trial.results, outcome.result]
  if (results.length >= trial.caseIds.length)
    return { results, tries: 0, status: 'completed' as const, nextAt: null, endedAt: now }
  return { results, tries: 0, nextAt: now }
}

/**
 * Does the next case of a trial that this worker has taken, and says when the next one is due. What
 * another worker did meanwhile, and a trial that was stopped, stay as they are.
 */
export async function doNextCase(trial: TrialRow, stopping: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(longestMs)])
  const outcome = await outcomeOf(trial, { stopping, signal })
  const done = trial.results.length
  const mine = and(
    eq(trials.id, trial.id),
    eq(trials.status, 'running'),
    sql`jsonb_array_length(${trials.results}) = ${done}`,
  )
  await inOrganization(trial.organizationId, (tx) =>
    tx.update(trials).set(valuesAfter(trial, outcome)).where(mine),
  )
}
