import { inOrganization } from '#db/client'
import { newId } from '#lib/ids'
import { emptyDefinition } from '#lib/domain/workflow/definition'
import {
  may,
  readsRules,
  rulesOf,
  sees,
  seesRun,
  worksOn,
  type RunModel,
  type Verb,
} from './model.ts'
import {
  seedSchedule,
  seedWorkflowTest,
  type Caller,
  type Ended,
  type SeededWorkflow,
  type World,
} from './world.ts'

/** How a call ends: it came in when access did not refuse it, whatever it was refused for then. */
export type End = 'in' | 401 | 403 | 404

export type Request = {
  params: Record<string, string>
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

/** One thing that callers try to reach, and how that must end for each of them. */
export type Case = {
  what: string
  request(): Request | Promise<Request>
  expected(caller: Caller): End
}

type Cases = (world: World, caller: Caller) => Case[]

const all = ({ workflows }: World): SeededWorkflow[] => Object.values(workflows)

/** As for every workflow: hidden is 404, seen without the right is 403. */
const endOf = (caller: Caller, { place }: SeededWorkflow, verb?: Verb): End => {
  if (!sees(caller, place)) return 404
  return verb && !may(caller, verb, place) ? 403 : 'in'
}

/** Who tests a workflow with what was recorded edits it and sees its runs; no test key does. */
function endOfTesting(caller: Caller, workflow: SeededWorkflow): End {
  const end = endOf(caller, workflow, 'edit')
  if (end !== 'in') return end
  return caller.isTest ? 403 : endOf(caller, workflow, 'seeRuns')
}

type Sent = Partial<Request>

/** An operation on a workflow by its id; nothing that is sent changes what others find. */
const onWorkflow =
  (
    verb: Verb | undefined,
    send: (workflow: SeededWorkflow, world: World) => Sent = () => ({}),
  ): Cases =>
  (world) =>
    all(world).map((workflow) => ({
      what: workflow.place,
      request() {
        const { params, ...sent } = send(workflow, world)
        return { params: { id: workflow.id, ...params }, ...sent }
      },
      expected: (caller) => endOf(caller, workflow, verb),
    }))

/** Retries the failed runs of a workflow, for who starts it and sees its runs; none has failed. */
const retryingFailed: Cases = (world) =>
  all(world).map((workflow) => ({
    what: workflow.place,
    request: () => ({
      params: { id: workflow.id },
      body: { stepId: 'none', version: 'same' },
    }),
    expected(caller) {
      const end = endOf(caller, workflow, 'seeRuns')
      return end === 'in' ? endOf(caller, workflow, 'run') : end
    },
  }))

/**
 * An operation on the test set of a workflow, for who edits it and sees its runs. The seeded
 * workflows have no step to test: what comes in is then refused for that.
 */
const onTestSet =
  (send: (workflow: SeededWorkflow) => Sent = () => ({})): Cases =>
  (world) =>
    all(world).map((workflow) => ({
      what: workflow.place,
      request() {
        const { params, ...sent } = send(workflow)
        return { params: { id: workflow.id, stepId: 'none', ...params }, ...sent }
      },
      expected: (caller) => endOfTesting(caller, workflow),
    }))

/** An operation of people on what was written about a step; nobody wrote about this one. */
const onStepComments =
  (end: End, sent: Sent = {}): Cases =>
  (world) =>
    all(world).map((workflow) => ({
      what: workflow.place,
      request: () => ({
        ...sent,
        params: { id: workflow.id, stepId: 'none', ...sent.params },
      }),
      expected(caller) {
        if (!caller.isPerson) return 403
        const seen = endOf(caller, workflow, undefined)
        return seen === 'in' ? end : seen
      },
    }))

/** The back-test of a workflow that has ended, or its back-tests. */
const onBackTest =
  (sent?: Sent, { ofRun = false } = {}): Cases =>
  (world) =>
    all(world).map((workflow) => ({
      what: workflow.place,
      request: () => ({
        ...sent,
        params: {
          id: workflow.id,
          ...(sent ? {} : { backTestId: workflow.backTestId }),
          ...(ofRun ? { runId: workflow.ended.id } : {}),
        },
      }),
      expected: (caller) => endOfTesting(caller, workflow),
    }))

/** Really does a step of a draft, for who may test it and start runs of it; it has no such step. */
const doingDraft: Cases = (world) =>
  all(world).map((workflow) => ({
    what: workflow.place,
    request: () => ({
      params: { id: workflow.id },
      body: { part: 'step', step: 'none', effects: [] },
    }),
    expected(caller) {
      const end = endOfTesting(caller, workflow)
      return end === 'in' ? endOf(caller, workflow, 'run') : end
    },
  }))

/** The tests of a workflow, or one of them; each call has one of its own to change or delete. */
const onWorkflowTests =
  (send: (workflow: SeededWorkflow) => Sent = () => ({}), { ofOne = false } = {}): Cases =>
  (world) =>
    all(world).map((workflow) => ({
      what: workflow.place,
      async request() {
        const testId: Record<string, string> = ofOne
          ? { testId: await seedWorkflowTest(workflow) }
          : {}
        return { ...send(workflow), params: { id: workflow.id, ...testId } }
      },
      expected: (caller) => endOfTesting(caller, workflow),
    }))

/** The request for approval of a workflow. */
const onApproval = (verb: Verb | undefined, sent: Sent = {}): Cases =>
  onWorkflow(verb, ({ approvalId }) => ({ ...sent, params: { requestId: approvalId } }))

const testCase = { name: 'A case', fileIds: [newId()], expected: {} }

const onForm =
  (sent: Sent = {}): Cases =>
  (world) =>
    all(world).map((workflow) => ({
      what: workflow.place,
      request: () => ({ params: { slug: workflow.slug }, ...sent }),
      expected: (caller) => endOf(caller, workflow, 'run'),
    }))

const onSchedule =
  (
    verb: Verb | undefined,
    send: (workflow: SeededWorkflow) => Sent = () => ({}),
    { fresh = false } = {},
  ): Cases =>
  (world) =>
    all(world).map((workflow) => ({
      what: workflow.place,
      async request() {
        const id = fresh
          ? await inOrganization(workflow.organizationId, (tx) => seedSchedule(tx, workflow))
          : workflow.scheduleId
        const { params, ...sent } = send(workflow)
        return { params: { id, ...params }, ...sent }
      },
      expected: (caller) => endOf(caller, workflow, verb),
    }))

/** The runs that have ended: one of each workflow, one of a test key, and the caller's own. */
const endedRuns = (world: World, { name }: Caller): Ended[] => [
  ...all(world).map(({ ended }) => ended),
  world.test,
  ...(world.own[name] ? [world.own[name]] : []),
]

const seenOr404 = (caller: Caller, run: RunModel): End => (seesRun(caller, run) ? 'in' : 404)
const nameOf = ({ place, startedBy, isTest }: RunModel): string => {
  if (isTest) return 'test'
  return startedBy ? 'own' : place
}

/** An operation on something of a run; `verb` is also needed for the run's workflow. */
const onRun =
  (request: (run: Ended) => Request, verb?: Verb): Cases =>
  (world, of) =>
    endedRuns(world, of).map((run) => ({
      what: nameOf(run),
      request: () => request(run),
      expected(caller) {
        const end = seenOr404(caller, run)
        return end === 'in' && verb && !may(caller, verb, run.place) ? 403 : end
      },
    }))

/** An operation on a run that only people do. */
const byPersonOnRun =
  (request: (run: Ended) => Request): Cases =>
  (world, of) =>
    onRun(request)(world, of).map((each) => ({
      ...each,
      expected: (caller) => (caller.isPerson ? each.expected(caller) : 403),
    }))

/** The same on a part that the run does not have. */
const nothingOnRun =
  (request: (run: Ended) => Request): Cases =>
  (world, of) =>
    byPersonOnRun(request)(world, of).map((each) => ({
      ...each,
      expected: (caller) => (caller.isPerson ? 404 : 403),
    }))

/** An operation on an open screen. `forReaders`: who sees the run may read it, too. */
const onScreen =
  (sent: Sent = {}, { forReaders = false, forPeople = false } = {}): Cases =>
  (world) =>
    all(world).map(({ place, waiting }) => ({
      what: place,
      request: () => ({ params: { taskId: waiting.taskId }, ...sent }),
      expected(caller) {
        if (forPeople && !caller.isPerson) return 403
        if (worksOn(caller, place)) return 'in'
        if (forReaders && seesRun(caller, waiting)) return 'in'
        if (caller.isTest) return 404
        return sees(caller, place) ? 403 : 404
      },
    }))

/** An operation on a file; `uploaded` ones are for who sent them only. */
const onFile =
  (request: (id: string) => Request, uploadedOnly = false): Cases =>
  (world, of) => [
    ...endedRuns(world, of).map((run) => ({
      what: nameOf(run),
      request: () => request(run.fileId),
      expected: (caller: Caller): End => (uploadedOnly ? 404 : seenOr404(caller, run)),
    })),
    ...(Object.entries(world.ownFiles) as [Caller['name'], string][]).map(([name, id]) => ({
      what: name === of.name ? 'uploaded' : `uploaded by ${name}`,
      request: () => request(id),
      expected(caller: Caller): End {
        if (caller.name === name) return 'in'
        // Nothing but its sender and its runs leads to a file, for who does not see everything.
        const seesEverything = !uploadedOnly && caller.role === 'owner' && !caller.elsewhere
        return seesEverything ? 'in' : 404
      },
    })),
  ]

const mayCreate = ({ permissions }: Caller): boolean => permissions.includes('workflows:create')
const stale = { headers: { 'if-match': '"999"' } }
const refusedData = { patient: 5 }
const person = { name: 'Zebra', addressLine1: '1 Main St', city: 'Brooklyn', state: 'NY' }
const address = { ...person, postalCode: '11201', country: 'US' }
const asRules = ({ place }: SeededWorkflow) => {
  const { screen, ...plain } = rulesOf[place] ?? {}
  const named = Object.entries(plain).map(([verb, of]) => [verb, of.map((role) => ({ role }))])
  const screens = screen ? { screens: { '*': screen.map((role) => ({ role })) } } : {}
  return { ...Object.fromEntries(named), ...screens } as object
}

/**
 * Every operation that names a workflow, or something that belongs to one. What they send is
 * refused after access was checked, or changes nothing, so that each caller finds the same world.
 */
export const acts: Record<string, Cases> = {
  readWorkflow: onWorkflow(undefined),
  getWorkflowStarts: onWorkflow(undefined),
  getTestSet: onTestSet(),
  deleteTestSet: onTestSet(),
  getTrialProgress: onTestSet(),
  addTestCase: onTestSet(() => ({ body: testCase })),
  addTestCaseFromRun: onTestSet(({ ended }) => ({ body: { runId: ended.id } })),
  changeTestCase: onTestSet(() => ({ params: { caseId: newId() }, body: testCase })),
  deleteTestCase: onTestSet(() => ({ params: { caseId: newId() } })),
  startTrial: onTestSet(),
  stopTrial: onTestSet(),
  // No run began so early.
  startBackTest: onBackTest({ body: { to: '2020-01-01T00:00:00Z' } }),
  listBackTests: onBackTest({}),
  getBackTest: onBackTest(),
  stopBackTest: onBackTest(),
  listBackTestRuns: onBackTest(),
  compareBackTestRun: onBackTest(undefined, { ofRun: true }),
  // It names no step, which this part needs.
  tryDraft: onBackTest({ body: { part: 'step' } }),
  doDraftPart: doingDraft,
  listWorkflowTests: onWorkflowTests(),
  addWorkflowTest: onWorkflowTests(({ ended }) => ({ body: { name: newId(), runId: ended.id } })),
  runWorkflowTests: onWorkflowTests(),
  getWorkflowTest: onWorkflowTests(undefined, { ofOne: true }),
  changeWorkflowTest: onWorkflowTests(() => ({ body: { name: newId() } }), { ofOne: true }),
  deleteWorkflowTest: onWorkflowTests(undefined, { ofOne: true }),
  getPublishNeeds: onWorkflow(undefined),
  // It asks for nothing, as it did.
  setPublishNeeds: onWorkflow('publish', () => ({ body: { tests: false, backTest: 'none' } })),
  getApproval: onWorkflow(undefined),
  // No draft is so far.
  requestApproval: onWorkflow('edit', () => ({ body: { revision: 999 } })),
  getApprovalRequest: onApproval(undefined),
  // It is over.
  decideApproval: (world, of) =>
    onApproval('approve', { body: { decision: 'approve' } })(world, of).map((each) => ({
      ...each,
      // Keys with a role approve nothing.
      expected(caller) {
        const end = each.expected(caller)
        return end === 'in' && !caller.isPerson ? 403 : end
      },
    })),
  withdrawApproval: onApproval('edit'),
  updateWorkflow: onWorkflow('edit', () => ({ body: { description: '' } })),
  // It has runs that are not finished.
  deleteWorkflow: onWorkflow('edit'),
  saveDraft: onWorkflow('edit', () => ({ ...stale, body: { definition: emptyDefinition } })),
  // No draft is so far.
  changeDraft: onWorkflow('edit', () => ({
    body: { messageId: newId(), base: 999, changes: [{ kind: 'remove', path: ['steps', 'x'] }] },
  })),
  listDraftChanges: onWorkflow(undefined, () => ({ query: '?since=999' })),
  draftEvents: onWorkflow(undefined),
  listStepThreads: onWorkflow(undefined),
  listStepComments: onWorkflow(undefined, () => ({ params: { stepId: 'none' } })),
  // Nobody has the id that it mentions.
  addStepComment: onStepComments('in', { body: { text: 'A comment', mentions: [newId()] } }),
  changeStepComment: onStepComments('in', {
    params: { commentId: newId() },
    body: { text: 'A comment', mentions: [newId()] },
  }),
  deleteStepComment: onStepComments(404, { params: { commentId: newId() } }),
  resolveStepThread: onStepComments(404, { body: { resolved: true } }),
  listWorkflowPeople: (world, of) =>
    onWorkflow(undefined)(world, of).map((each) => ({
      ...each,
      expected: (caller) => (caller.isPerson ? each.expected(caller) : 403),
    })),
  announceDraftReader: onWorkflow(undefined, () => ({
    params: { tab: newId() },
    body: { stepIds: [] },
  })),
  checkDefinition: onWorkflow(undefined, () => ({ body: { definition: emptyDefinition } })),
  publishWorkflow: onWorkflow('publish', () => ({ body: { revision: 999 } })),
  // It lies there already.
  getMailTrigger: onWorkflow('edit'),
  // It has no address that might change.
  rotateMailTrigger: onWorkflow('edit'),
  setMailTrigger: onWorkflow('edit', () => ({ body: { rules: {} } })),
  getWebhookTrigger: onWorkflow('edit'),
  // It has no address that might change.
  rotateWebhookTrigger: onWorkflow('edit'),
  // It names no secret.
  setWebhookTrigger: onWorkflow('edit', () => ({ body: { signature: { scheme: 'standard' } } })),
  listWebhookDeliveries: onWorkflow('edit'),
  moveWorkflow: (world) =>
    onWorkflow('edit', () => ({ body: { folderId: null } }))(world, world.callers[0] as Caller).map(
      (each) => ({
        ...each,
        expected: (caller) => (mayCreate(caller) ? each.expected(caller) : 403),
      }),
    ),
  pauseWorkflow: onWorkflow('edit'),
  resumeWorkflow: onWorkflow('edit'),
  listVersions: onWorkflow(undefined),
  readVersion: onWorkflow(undefined, () => ({ params: { number: '1' } })),
  restoreVersion: onWorkflow('edit', () => ({ params: { number: '1' }, ...stale })),
  // The slug is taken.
  duplicateWorkflow: onWorkflow(undefined, ({ slug }) => ({ body: { slug } })),
  exportWorkflow: onWorkflow(undefined),
  getWorkflowAccess: (world) =>
    all(world).map(({ place, id }) => ({
      what: place,
      request: () => ({ params: { id } }),
      expected: (caller) => (readsRules(caller, place) ? 'in' : 404),
    })),
  setWorkflowAccess: onWorkflow(undefined, (workflow) => ({ body: { rules: asRules(workflow) } })),
  explainAccess: (world) =>
    all(world).map(({ place, id }) => {
      const name = place === 'elsewhere' ? 'outsider' : 'owner'
      const member = world.callers.find((each) => each.name === name)
      const query = `?workflow=${id}&person=${member?.id ?? ''}&act=run`
      return {
        what: place,
        request: () => ({ params: {}, query }),
        expected: (caller: Caller): End => (readsRules(caller, place) ? 'in' : 404),
      }
    }),

  startRun: onWorkflow('run', () => ({ body: { startData: refusedData } })),
  listWorkflowSchedules: onWorkflow(undefined),
  getFaxLines: onWorkflow(undefined),
  setFaxLines: onWorkflow('run', () => ({ body: { lines: [] } })),
  createSchedule: onWorkflow('run', () => ({
    body: { name: 'Daily', cron: '0 7 * * *', timeZone: 'UTC', startData: refusedData },
  })),

  getRun: onRun(({ id }) => ({ params: { id } })),
  getRunModelUse: onRun(({ id }) => ({ params: { id } })),
  runEvents: onRun(({ id }) => ({ params: { id } })),
  listComments: onRun(({ id }) => ({ params: { id } })),
  // Drawing takes time, so a few are enough: the condition is that of all others.
  readCasePdf: (world, of) =>
    onRun(({ id }) => ({ params: { id } }))(world, of).filter(({ what }) =>
      ['closed', 'elsewhere', 'test'].includes(what),
    ),
  listPatientRuns: onRun(({ id }) => ({ params: { id } })),
  listRunFiles: onRun(({ id }) => ({ params: { id } })),
  getRunHistory: onRun(({ id }) => ({ params: { id } })),
  listRunPeople: byPersonOnRun(({ id }) => ({ params: { id } })),
  // Nobody has the id that it mentions.
  addComment: byPersonOnRun(({ id }) => ({
    params: { id },
    body: { text: 'A comment', mentions: [newId()] },
  })),
  changeComment: byPersonOnRun(({ id }) => ({
    params: { id, commentId: newId() },
    body: { text: 'A comment', mentions: [newId()] },
  })),
  // There is no such comment and no such upload.
  deleteComment: nothingOnRun(({ id }) => ({ params: { id, commentId: newId() } })),
  addRunFile: nothingOnRun(({ id }) => ({ params: { id }, body: { fileId: newId() } })),
  removeRunFile: nothingOnRun(({ id }) => ({
    params: { id, fileId: newId() },
    body: { reason: 'duplicate' },
  })),
  // It has ended.
  cancelRun: onRun(({ id }) => ({ params: { id } })),
  retryRun: onRun(
    ({ id }) => ({ params: { id }, body: { version: 'same', startData: refusedData } }),
    'run',
  ),
  getTask: onRun(({ taskId }) => ({ params: { taskId } })),
  getTaskProgress: onRun(({ taskId }) => ({ params: { taskId } })),
  cancelTask: onRun(({ taskId }) => ({ params: { taskId } })),
  answerUnknownOutcome: onRun(({ taskId }) => ({
    params: { taskId },
    body: { answer: 'try-again' },
  })),
  // It is not held.
  answerHeldMail: onRun(({ mailId: id }) => ({ params: { id }, body: { answer: 'send' } })),
  getMail: onRun(({ mailId: id }) => ({ params: { id } })),
  getReceivedMail: onRun(({ receivedMailId: id }) => ({ params: { id } })),
  downloadReceivedMail: onRun(({ receivedMailId: id }) => ({ params: { id } })),
  // It has a run already.
  startReceivedMail: (world, of) =>
    onRun(({ receivedMailId: id }) => ({ params: { id } }))(world, of).map((each) => ({
      ...each,
      expected: (caller) =>
        caller.permissions.includes('mails:read') ? each.expected(caller) : 404,
    })),
  getSecureMessage: onRun(({ secureMessageId: id }) => ({ params: { id } })),
  withdrawSecureMessage: onRun(({ secureMessageId: id }) => ({ params: { id } })),
  getLetter: onRun(({ letterId }) => ({ params: { trackingId: letterId } })),
  getLetterPreview: onRun(({ letterId }) => ({ params: { trackingId: letterId } })),
  getFax: onRun(({ faxId }) => ({ params: { faxId } })),
  // It was sent before its pages were kept with it.
  sendFaxAgain: onRun(({ faxId }) => ({ params: { faxId }, body: {} })),
  // It is no received one.
  startWithFax: onRun(({ faxId }) => ({ params: { faxId }, body: { workflow: 'zebra' } })),
  getTextMessage: onRun(({ textMessageId: messageId }) => ({ params: { messageId } })),
  getAsyncResult: onRun(({ asyncResultId: id }) => ({ params: { id } })),
  // Only the exchange completes it.
  completeAsyncResult: onRun(({ asyncResultId: id }) => ({ params: { id }, body: { result: 1 } })),
  sleepAsyncResults: onRun(({ asyncResultId }) => ({
    params: {},
    body: { delaySeconds: 1, asyncResultIds: [asyncResultId] },
  })),

  getScreen: onScreen({}, { forReaders: true }),
  screenEvents: onScreen({}, { forReaders: true }),
  saveScreenDraft: onScreen({ body: { data: {} } }, { forPeople: true }),
  claimScreen: onScreen({ body: {} }, { forPeople: true }),
  releaseScreen: onScreen({}),
  getScreenDeadlines: onScreen({}),
  // It has passed.
  changeScreenDates: onScreen({ body: { followUpAt: '2020-01-01T00:00:00Z' } }),
  completeScreen: onScreen({ body: { output: {} } }),
  // To nobody who has access.
  assignScreen: onScreen({ body: { userId: newId() } }),
  // Nobody sent it.
  returnScreen: onScreen({ body: {} }),

  getSchedule: onSchedule(undefined),
  updateSchedule: onSchedule('run', () => ({ body: { startData: refusedData } })),
  deleteSchedule: onSchedule('run', undefined, { fresh: true }),
  runScheduleNow: onSchedule('run'),
  pauseSchedule: onSchedule('run'),
  resumeSchedule: onSchedule('run'),
  listScheduleOccurrences: onSchedule(undefined),
  listBackfills: onSchedule(undefined),
  createBackfill: onSchedule('run', () => ({
    body: { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' },
  })),
  // It is completed.
  cancelBackfill: onSchedule('run', ({ backfillId }) => ({ params: { backfillId } })),

  getForm: onForm(),
  submitForm: onForm({ body: { data: refusedData } }),

  getFile: onFile((id) => ({ params: { id } })),
  getFileContent: onFile((id) => ({ params: { id } })),
  getFileLink: onFile((id) => ({ params: { id } })),
  listFilePages: onFile((id) => ({ params: { id } })),
  getFilePage: onFile((id) => ({ params: { id, page: '1' } })),
  searchFile: onFile((id) => ({ params: { id }, query: '?q=zebra' })),
  getFilePagePicture: onFile((id) => ({ params: { id, page: '1' } })),
  getUpload: onFile((id) => ({ params: { id } }), true),
  sendPart: onFile(
    (id) => ({
      params: { id },
      query: '?offset=0',
      body: 'zebra',
      headers: { 'content-type': 'application/octet-stream' },
    }),
    true,
  ),
  previewLetter: onFile((fileId) => ({ params: {}, body: { fileId } })),
  sendLetter: onFile((fileId) => ({ params: {}, body: { fileId, to: address, from: address } })),

  listFailedSteps: onWorkflow('seeRuns'),
  retryFailedRuns: retryingFailed,

  // Last: it ends the runs that wait.
  cancelWorkflowRuns: onWorkflow('seeRuns', () => ({ body: {} })),
}
