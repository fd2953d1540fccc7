import { z } from 'zod'
import {
  basisParts,
  mostCases,
  trialResultSchema,
  trialStatuses,
} from '../../domain/ask/test-set.ts'
import { contract } from '../contract.ts'

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
  fileIds: z.array(z.uuid()).min(1, 'Name a file.').max(20),
  /** By the names of fields; null: the documents do not say it. */
  expected: z.record(z.string().max(200), z.unknown()),
}

export const testCaseSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The name is null when the file is no longer there. */
  files: z.array(z.object({ id: z.uuid(), fileName: z.string().nullable() })),
  expected: z.record(z.string(), z.unknown()),
  createdBy: z.string(),
  updatedAt: instant,
})
export type TestCaseView = z.infer<typeof testCaseSchema>

const score = z.number().nullable()
export const trialSchema = z.object({
  id: z.uuid(),
  status: z.enum(trialStatuses),
  done: z.int(),
  total: z.int(),
  /** The share of right fields, from 0 to 1; null before the first result. */
  score,
  byField: z.array(z.object({ name: z.string(), score: z.number() })),
  model: z.string().nullable(),
  prompt: z.string().nullable(),
  tokens: z.int(),
  /** Of the calls whose prices are known. */
  dollars: z.number(),
  problem: z.string().nullable(),
  startedBy: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
  results: z.array(trialResultSchema),
})
export type TrialView = z.infer<typeof trialSchema>

export const testSetSchema = z.object({
  cases: z.array(testCaseSchema),
  /** Why the set cannot be run as the draft is now, for people. */
  problem: z.string().nullable(),
  /** JSON Schema of what a case expects. */
  form: z.record(z.string(), z.unknown()),
  /** What was changed since the set was last run to its end; null when it never was. */
  changed: z.array(z.enum(basisParts)).nullable(),
  latest: trialSchema.nullable(),
  /** The last completed one before. */
  before: trialSchema.omit({ results: true }).nullable(),
})
export type TestSetView = z.infer<typeof testSetSchema>

export const getTestSetContract = contract({
  id: 'getTestSet',
  method: 'GET',
  path: base,
  summary: 'Read the test set of a step “Ask documents” and its scores',
  tag: 'Workflows',
  params: stepParams,
  returns: { 200: { description: 'The set.', schema: testSetSchema } },
  errorStatuses: [404, 422],
})

export const addTestCaseContract = contract({
  id: 'addTestCase',
  method: 'POST',
  path: `${base}/cases`,
  summary: 'Add a case to the test set of a step',
  description: `Files and what they say; at most ${mostCases} cases.`,
  tag: 'Workflows',
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
    'Takes the files and the answer of the step in that run, as a person corrected it on a ' +
    'screen where one did.',
  tag: 'Workflows',
  params: stepParams,
  body: z.strictObject({ runId: z.uuid('A run has a UUID as its id.') }),
  returns: { 201: { description: 'The case.', schema: idSchema } },
  errorStatuses: [404, 409, 413, 415, 422],
})

export const changeTestCaseContract = contract({
  id: 'changeTestCase',
  method: 'PUT',
  path: `${base}/cases/{caseId}`,
  summary: 'Change a case of a test set',
  tag: 'Workflows',
  params: caseParams,
  body: z.strictObject(caseFields),
  returns: { 200: { description: 'Changed.', schema: idSchema } },
  errorStatuses: [404, 413, 415, 422],
})

export const deleteTestCaseContract = contract({
  id: 'deleteTestCase',
  method: 'DELETE',
  path: `${base}/cases/{caseId}`,
  summary: 'Delete a case of a test set',
  tag: 'Workflows',
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
    'Read the set to see how far it is.',
  tag: 'Workflows',
  params: stepParams,
  returns: { 202: { description: 'It runs.', schema: idSchema } },
  errorStatuses: [404, 409, 422],
})

export const stopTrialContract = contract({
  id: 'stopTrial',
  method: 'POST',
  path: `${base}/stop`,
  summary: 'Stop the running trial of a test set',
  tag: 'Workflows',
  params: stepParams,
  returns: { 200: { description: 'Nothing runs now.', schema: z.object({ stopped: z.int() }) } },
  errorStatuses: [404, 422],
})
