import { z } from 'zod'
import {
  basisParts,
  goneDays,
  keptTrials,
  mostCaseFiles,
  mostCases,
  trialResultSchema,
  trialStatuses,
} from '../../domain/ask/test-set.ts'
import { contract } from '../contract.ts'
import { usedSchema } from '../integrations/models.ts'

const instant = z.iso.datetime({ offset: true })
const stepParams = z.strictObject({
  id: z.string().min(1).max(64),
  stepId: z.string().min(1).max(64),
})
const caseParams = stepParams.extend({ caseId: z.uuid('A case has a UUID as its id.') })
const base = '/api/v2/workflows/{id}/steps/{stepId}/test-set'

const idSchema = z.object({ id: z.uuid() })

const caseFields = {
  name: z.string().trim().min(1, 'Give it a name.').max(200),
  fileIds: z.array(z.uuid()).min(1, 'Name a file.').max(mostCaseFiles),
  /** By the names of fields; null: the documents do not say it. */
  expected: z.record(z.string().max(200), z.unknown()),
}

const testCaseSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  files: z.array(z.object({ id: z.uuid(), fileName: z.string() })),
  expected: z.record(z.string(), z.unknown()),
  createdBy: z.string(),
  updatedAt: instant,
})
export type TestCaseView = z.infer<typeof testCaseSchema>

const progressSchema = z.object({
  id: z.uuid(),
  status: z.enum(trialStatuses),
  /** Of its cases. */
  done: z.int(),
  total: z.int(),
})

const trialSummarySchema = progressSchema.extend({
  /** The share of right fields, from 0 to 1; null before the first result. */
  score: z.number().nullable(),
  model: z.string().nullable(),
  prompt: z.string().nullable(),
  /** What its calls used and cost, also those that failed. */
  used: usedSchema,
  /** Why it could not go on, for people. */
  problem: z.string().nullable(),
  /** What differs from the completed trial before; null for the first one. */
  changed: z.array(z.enum(basisParts)).nullable(),
  startedBy: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
})
export type TrialSummary = z.infer<typeof trialSummarySchema>

const trialSchema = trialSummarySchema.extend({
  byField: z.array(z.object({ name: z.string(), title: z.string(), score: z.number() })),
  results: z.array(trialResultSchema.extend({ caseId: z.uuid() })),
})
export type TrialView = z.infer<typeof trialSchema>

const share = z.number().min(0).max(1)
/** The newest trial beside the last completed one before it, by the fields that both have. */
const comparisonSchema = z.object({
  cases: z.int(),
  before: share,
  now: share,
  byField: z.array(z.object({ name: z.string(), before: share, now: share })),
  moves: z.array(
    z.object({
      caseId: z.uuid(),
      name: z.string(),
      before: share,
      now: share,
      gaveBefore: z.unknown(),
    }),
  ),
})

const testSetSchema = z.object({
  cases: z.array(testCaseSchema),
  /** Why the set cannot be run as the draft is now, for people. */
  problem: z.string().nullable(),
  /** JSON Schema of what a case expects. */
  form: z.record(z.string(), z.unknown()),
  /** What was changed since the set was last run to its end; null when it never was. */
  changed: z.array(z.enum(basisParts)).nullable(),
  latest: trialSchema.nullable(),
  /** Null when there is nothing to compare. */
  comparison: comparisonSchema.nullable(),
  /** The newest first, with `latest`. */
  trials: z.array(trialSummarySchema),
})
export type TestSetView = z.infer<typeof testSetSchema>

export const getTestSetContract = contract({
  id: 'getTestSet',
  method: 'GET',
  path: base,
  summary: 'Read the test set of a step “Ask documents” and its scores',
  description:
    'What its files say is data of patients, so each read is in the audit log. To see how far a ' +
    `trial is, read its progress. The ${keptTrials} newest trials are kept.`,
  tag: 'Test sets',
  params: stepParams,
  returns: { 200: { description: 'The set.', schema: testSetSchema } },
  errorStatuses: [404, 422],
})

export const deleteTestSetContract = contract({
  id: 'deleteTestSet',
  method: 'DELETE',
  path: base,
  summary: 'Delete the test set of a step with its files and scores',
  description:
    'Also of a step that is no longer in the draft, whose set would otherwise be deleted after ' +
    `${goneDays} days.`,
  tag: 'Test sets',
  params: stepParams,
  returns: { 200: { description: 'Deleted.', schema: z.object({ cases: z.int() }) } },
  errorStatuses: [404],
})

export const getTrialProgressContract = contract({
  id: 'getTrialProgress',
  method: 'GET',
  path: `${base}/progress`,
  summary: 'Read how far the newest trial of a test set is',
  tag: 'Test sets',
  params: stepParams,
  returns: {
    200: {
      description: 'Null when the set was never run.',
      schema: z.object({ latest: progressSchema.nullable() }),
    },
  },
  errorStatuses: [404],
})

export const addTestCaseContract = contract({
  id: 'addTestCase',
  method: 'POST',
  path: `${base}/cases`,
  summary: 'Add a case to the test set of a step',
  description:
    `Files and what they say; at most ${mostCases} cases. The case gets copies of the files, which ` +
    'are deleted with it; a `temporary` upload of the caller becomes its own.',
  tag: 'Test sets',
  params: stepParams,
  body: z.strictObject(caseFields),
  returns: { 201: { description: 'The case.', schema: idSchema } },
  errorStatuses: [404, 409, 413, 415, 422],
})

export const addTestCaseFromRunContract = contract({
  id: 'addTestCaseFromRun',
  method: 'POST',
  path: `${base}/cases-from-run`,
  summary: 'Add a case of what a run asked and was answered',
  description:
    'Takes copies of the files and the answer of the step in that run, as a person corrected it ' +
    'on a screen where one did.',
  tag: 'Test sets',
  params: stepParams,
  body: z.strictObject({ runId: z.uuid('A run has a UUID as its id.') }),
  returns: {
    201: {
      description: 'The case, and whether a person checked its answer.',
      schema: idSchema.extend({ checked: z.boolean() }),
    },
  },
  errorStatuses: [404, 409, 413, 415, 422],
})

export const changeTestCaseContract = contract({
  id: 'changeTestCase',
  method: 'PUT',
  path: `${base}/cases/{caseId}`,
  summary: 'Change a case of a test set',
  description: 'A file of it that is no longer named is deleted.',
  tag: 'Test sets',
  params: caseParams,
  body: z.strictObject(caseFields),
  returns: { 200: { description: 'Changed.', schema: idSchema } },
  errorStatuses: [404, 413, 415, 422],
})

export const deleteTestCaseContract = contract({
  id: 'deleteTestCase',
  method: 'DELETE',
  path: `${base}/cases/{caseId}`,
  summary: 'Delete a case of a test set with its files and results',
  tag: 'Test sets',
  params: caseParams,
  returns: { 200: { description: 'Deleted.', schema: idSchema } },
  errorStatuses: [404, 422],
})

export const startTrialContract = contract({
  id: 'startTrial',
  method: 'POST',
  path: `${base}/trials`,
  summary: 'Run the test set of a step with its draft',
  description:
    'A worker asks about one case after the other, within the budget of the organization. ' +
    'Read its progress to see how far it is.',
  tag: 'Test sets',
  params: stepParams,
  returns: { 202: { description: 'It runs.', schema: idSchema } },
  errorStatuses: [404, 409, 422],
})

export const stopTrialContract = contract({
  id: 'stopTrial',
  method: 'POST',
  path: `${base}/stop`,
  summary: 'Stop the running trial of a test set',
  description: 'The case that is being asked about is not waited for, and not counted.',
  tag: 'Test sets',
  params: stepParams,
  returns: { 200: { description: 'Nothing runs now.', schema: z.object({ stopped: z.int() }) } },
  errorStatuses: [404],
})
