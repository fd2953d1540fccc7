import { eq } from 'drizzle-orm'
import { authDb, inOrganization, type Tx } from '#db/client'
import { approvalRequests } from '#db/schema/approvals'
import { backTests } from '#db/schema/back-tests'
import { workflowTests } from '#db/schema/workflow-tests'
import { accessRules, roles } from '#db/schema/access'
import { asyncResults, hieRequests } from '#db/schema/async-results'
import { connections } from '#db/schema/connections'
import { files, mails } from '#db/schema/documents'
import { faxes } from '#db/schema/faxes'
import { secureMessages } from '#db/schema/secure-messages'
import { letters } from '#db/schema/letters'
import { textMessages } from '#db/schema/text-messages'
import { apiKeys } from '#db/schema/people'
import { receivedMails } from '#db/schema/received-mails'
import { runs, tasks } from '#db/schema/runs'
import { scheduleBackfills, scheduleOccurrences, schedules } from '#db/schema/schedules'
import { noTotals } from '#lib/domain/back-test/totals'
import { apiKeyPrefix, hashApiKey, newApiKey } from '#lib/auth/api-key'
import type { Definition } from '#lib/domain/workflow/definition'
import { newId } from '#lib/ids'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { signedIn } from '#test/samples/person'
import {
  callers,
  permissionsOfRole,
  places,
  rulesOf,
  type CallerModel,
  type CallerName,
  type Place,
  type RunModel,
} from './model.ts'

const definition = {
  ...graph('look', { look: { type: 'screen', config: { title: 'Look' } } }),
  startData: {
    type: 'object',
    properties: { patient: { type: 'string' } },
    required: ['patient'],
  },
} as Definition

const schema = { type: 'object', properties: { seen: { type: 'string' } }, required: ['seen'] }
const screen = {
  reason: 'screen' as const,
  title: 'Look',
  instructions: '',
  show: [],
  schema,
  uiSchema: {},
  data: {},
}

/** A run with one task. */
export type SeededRun = RunModel & { id: string; taskId: string }

/** What hangs on a run that has ended. */
export type Ended = SeededRun & {
  fileId: string
  mailId: string
  receivedMailId: string
  secureMessageId: string
  letterId: string
  textMessageId: string
  faxId: string
  asyncResultId: string
}

export type SeededWorkflow = {
  place: Place
  organizationId: string
  id: string
  slug: string
  versionId: string
  scheduleId: string
  backfillId: string
  backTestId: string
  /** A request for approval that was withdrawn. */
  approvalId: string
  ended: Ended
  waiting: SeededRun
  unknown: SeededRun
}

export type Caller = CallerModel & { id: string | null; headers: Record<string, string> }

export type World = {
  callers: Caller[]
  workflows: Record<Place, SeededWorkflow>
  /** A run of the open workflow that a test key started. */
  test: Ended
  /** Runs of the closed workflow that a person started. */
  own: Partial<Record<CallerName, Ended>>
  /** Files that a caller uploaded. */
  ownFiles: Partial<Record<CallerName, string>>
}

type At = {
  organizationId: string
  workflowId: string
  versionId: string
  place: Place
  isTest?: true
}
type Kind = 'ended' | 'waiting' | 'unknown'

const stateOf = { ended: null, waiting: screen, unknown: { reason: 'unknown-outcome' as const } }

async function seedRun(
  tx: Tx,
  { place, isTest, ...at }: At,
  kind: Kind,
  starter?: Caller,
): Promise<SeededRun> {
  const id = newId()
  const taskId = newId()
  const isEnded = kind === 'ended'
  await tx.insert(runs).values({
    ...at,
    id,
    status: isEnded ? 'failed' : 'suspended',
    trigger: 'manual',
    startedBy: starter?.name ?? 'somebody',
    startedByUserId: starter?.id ?? null,
    title: `Zebra ${place}`,
    sandbox: isTest === true,
    startData: { patient: 'Zebra' },
    finishedAt: isEnded ? new Date() : null,
  })
  await tx.insert(tasks).values({
    id: taskId,
    organizationId: at.organizationId,
    runId: id,
    key: 'look',
    stepId: 'look',
    stepType: 'screen',
    title: 'Look',
    effect: 'pure',
    status: isEnded ? 'completed' : 'suspended',
    state: stateOf[kind],
    output: isEnded ? { note: 'Zebra' } : null,
  })
  const startedBy = starter ? { startedBy: starter.name } : {}
  const test = isTest ? { isTest } : {}
  return {
    id,
    taskId,
    place,
    ...startedBy,
    ...test,
    ...(kind === 'waiting' ? { hasScreen: true } : {}),
  }
}

async function seedFile(
  tx: Tx,
  organizationId: string,
  of: { runId?: string; createdById?: string | null },
): Promise<string> {
  const id = newId()
  await tx.insert(files).values({
    id,
    organizationId,
    fileName: 'zebra.txt',
    mimeType: 'text/plain',
    size: 1,
    sha256: id,
    storageKey: id,
    ...of,
  })
  return id
}

async function seedLetter(
  tx: Tx,
  organizationId: string,
  { runId, fileId }: { runId: string; fileId: string },
): Promise<string> {
  const id = newId()
  const kind = 'letters' as const
  await tx
    .insert(connections)
    .values({
      id: newId(),
      organizationId,
      kind,
      slug: 'sandbox',
      provider: 'sandbox',
      name: 'Letters',
      config: {},
    })
    .onConflictDoNothing()
  const [connection] = await tx
    .select({ id: connections.id })
    .from(connections)
    .where(eq(connections.kind, kind))
  const address = { name: 'Zebra', addressLine1: '1 Main St', city: 'Brooklyn', state: 'NY' }
  const recipient = { ...address, postalCode: '11201', country: 'US' as const }
  await tx.insert(letters).values({
    id,
    organizationId,
    key: id,
    fingerprint: id,
    connectionId: connection?.id ?? newId(),
    connection: 'sandbox',
    provider: 'sandbox',
    status: 'delivered',
    recipient,
    sender: recipient,
    metadata: {},
    color: false,
    doubleSided: false,
    pages: 1,
    firstAttemptAt: new Date(),
    runId,
    fileId,
  })
  return id
}

async function seedFax(tx: Tx, organizationId: string, runId: string): Promise<string> {
  const id = newId()
  await tx.insert(faxes).values({
    id,
    organizationId,
    direction: 'out',
    key: id,
    connectionId: newId(),
    connection: 'sandbox',
    provider: 'sandbox',
    status: 'delivered',
    runId,
    createdBy: 'a workflow',
  })
  return id
}

async function seedTextMessage(tx: Tx, organizationId: string, runId: string): Promise<string> {
  const id = newId()
  await tx.insert(textMessages).values({
    id,
    organizationId,
    key: id,
    connectionId: newId(),
    connection: 'sandbox',
    provider: 'sandbox',
    status: 'delivered',
    runId,
    createdBy: 'a workflow',
  })
  return id
}

/** A run that has failed, with all that a run leaves behind. */
async function seedEnded(tx: Tx, at: At, starter?: Caller): Promise<Ended> {
  const run = await seedRun(tx, at, 'ended', starter)
  const { organizationId } = at
  const mailId = newId()
  await tx.insert(mails).values({
    id: mailId,
    organizationId,
    key: mailId,
    recipients: ['zebra@example.com'],
    subject: 'Zebra',
    text: 'Zebra',
    status: 'kept',
    runId: run.id,
  })
  const receivedMailId = newId()
  await tx.insert(receivedMails).values({
    id: receivedMailId,
    organizationId,
    key: receivedMailId,
    purpose: 'start',
    workflowId: at.workflowId,
    recipient: 'zebra@example.com',
    sender: 'zebra@example.com',
    rawKey: receivedMailId,
    rawSize: 5,
    status: 'started',
    runId: run.id,
  })
  const secureMessageId = newId()
  await tx.insert(secureMessages).values({
    id: secureMessageId,
    organizationId,
    key: secureMessageId,
    createdBy: 'Zebra',
    expiresAt: new Date(Date.now() + 3_600_000),
    runId: run.id,
  })
  const asyncResultId = newId()
  await tx
    .insert(asyncResults)
    .values({ id: asyncResultId, organizationId, kind: 'hie-fhir', createdBy: 'a workflow' })
  await tx.insert(hieRequests).values({
    id: newId(),
    organizationId,
    key: `${run.id}:${run.taskId}`,
    asyncResultId,
    connectionId: newId(),
    request: { kind: 'fhir', patientId: 'zebra' },
    deadlineAt: new Date(Date.now() + 3_600_000),
  })
  const fileId = await seedFile(tx, organizationId, { runId: run.id })
  return {
    ...run,
    mailId,
    receivedMailId,
    secureMessageId,
    asyncResultId,
    fileId,
    letterId: await seedLetter(tx, organizationId, { runId: run.id, fileId }),
    faxId: await seedFax(tx, organizationId, run.id),
    textMessageId: await seedTextMessage(tx, organizationId, run.id),
  }
}

/** A schedule whose start data are refused, so that it starts nothing. */
export async function seedSchedule(
  tx: Tx,
  { organizationId, id: workflowId }: Pick<SeededWorkflow, 'organizationId' | 'id'>,
): Promise<string> {
  const id = newId()
  await tx.insert(schedules).values({
    id,
    organizationId,
    workflowId,
    name: id,
    cron: '0 7 * * *',
    timeZone: 'UTC',
    startData: { patient: 5 },
    paused: true,
  })
  return id
}

/** A test of a workflow, with a run of which nothing was recorded. */
export async function seedWorkflowTest({
  organizationId,
  id: workflowId,
  versionId,
}: SeededWorkflow): Promise<string> {
  const id = newId()
  const run = { id, organizationId, workflowId, versionId, createdAt: new Date(0), plannedAt: null }
  await inOrganization(organizationId, (tx) =>
    tx.insert(workflowTests).values({
      id,
      organizationId,
      workflowId,
      versionId,
      name: id,
      recording: { run, status: 'completed', scopes: [{ name: '', items: [], tasks: [] }] },
      expected: { status: 'completed', path: [], values: [] },
      createdBy: 'a test',
    }),
  )
  return id
}

async function seedPlace(place: Place, organizationId: string): Promise<SeededWorkflow> {
  const made = await seedWorkflow(organizationId, definition, `Zebra ${place}`)
  const { workflowId: id } = made
  const at = { ...made, organizationId, place }
  return await inOrganization(organizationId, async (tx) => {
    const scheduleId = await seedSchedule(tx, { organizationId, id })
    const ended = await seedEnded(tx, at)
    await tx.insert(scheduleOccurrences).values({
      id: newId(),
      organizationId,
      scheduleId,
      kind: 'scheduled',
      plannedAt: new Date(0),
      status: 'started',
      runId: ended.id,
    })
    const backfillId = newId()
    const period = { fromAt: new Date(0), toAt: new Date(1) }
    await tx
      .insert(scheduleBackfills)
      .values({ id: backfillId, organizationId, scheduleId, status: 'completed', ...period })
    const approvalId = newId()
    await tx.insert(approvalRequests).values({
      id: approvalId,
      organizationId,
      workflowId: id,
      status: 'withdrawn',
      revision: 1,
      definition,
      contentHash: 'none',
      note: '',
      accept: [],
      proof: { tests: { passed: 0, failed: 0 }, backTest: null, accepted: [] },
      askedBy: newId(),
      askedByName: 'a test',
    })
    const backTestId = newId()
    await tx.insert(backTests).values({
      id: backTestId,
      organizationId,
      workflowId: id,
      status: 'completed',
      definition,
      runIds: [ended.id],
      totals: noTotals,
      startedBy: 'a test',
    })
    const waiting = await seedRun(tx, at, 'waiting')
    const unknown = await seedRun(tx, at, 'unknown')
    const slug = `w-${id}`
    return {
      ...at,
      id,
      slug,
      scheduleId,
      backfillId,
      backTestId,
      approvalId,
      ended,
      waiting,
      unknown,
    }
  })
}

async function seedRules({ place, organizationId, id }: SeededWorkflow): Promise<void> {
  const named = rulesOf[place]
  if (!named) return
  const { screen: screens, ...plain } = Object.fromEntries(
    Object.entries(named).map(([verb, of]) => [verb, of.map((role) => ({ role }))]),
  )
  const rules = { ...plain, screens: { '*': screens ?? [] } }
  await inOrganization(organizationId, (tx) =>
    tx.insert(accessRules).values({ organizationId, objectId: id, workflowId: id, rules }),
  )
}

async function seedKey(
  organizationId: string,
  { name, role, only, isTest }: CallerModel,
  workflows: Record<Place, SeededWorkflow>,
): Promise<Pick<Caller, 'id' | 'headers'>> {
  const mode = isTest ? 'test' : 'live'
  const key = newApiKey(mode)
  const id = newId()
  await authDb()
    .insert(apiKeys)
    .values({
      id,
      organizationId,
      name,
      role: role ?? 'worker',
      mode,
      prefix: apiKeyPrefix(key),
      hash: hashApiKey(key),
      workflows: only?.map((place) => workflows[place].id) ?? null,
    })
  return { id, headers: { authorization: `Bearer ${key}` } }
}

type Homes = Record<'here' | 'elsewhere', string>

async function seedCaller(
  model: CallerModel,
  workflows: Record<Place, SeededWorkflow>,
  { here, elsewhere }: Homes,
): Promise<Caller> {
  if (model.role === null) return { ...model, id: null, headers: {} }
  if (!model.isPerson) return { ...model, ...(await seedKey(here, model, workflows)) }
  const home = model.elsewhere ? elsewhere : here
  const { actor, headers } = await signedIn(home, model.role, model.name)
  return { ...model, id: actor.id, headers }
}

async function seedOwn(caller: Caller, closed: SeededWorkflow) {
  const { organizationId, id: workflowId, versionId } = closed
  return await inOrganization(organizationId, async (tx) => ({
    file: await seedFile(tx, organizationId, { createdById: caller.id }),
    run: caller.isPerson
      ? await seedEnded(tx, { organizationId, workflowId, versionId, place: 'closed' }, caller)
      : undefined,
  }))
}

/** An organization with every kind of caller and of thing, and another one beside it. */
export async function seedWorld(): Promise<World> {
  const { organizationId: here } = await seedOrganization()
  const { organizationId: elsewhere } = await seedOrganization()
  await inOrganization(here, (tx) =>
    tx.insert(roles).values({
      organizationId: here,
      slug: 'triage',
      name: 'Triage',
      permissions: permissionsOfRole.triage,
    }),
  )
  const workflows = {} as Record<Place, SeededWorkflow>
  for (const place of places)
    workflows[place] = await seedPlace(place, place === 'elsewhere' ? elsewhere : here)
  for (const workflow of Object.values(workflows)) await seedRules(workflow)
  const { organizationId, id: workflowId, versionId } = workflows.open
  const at: At = { organizationId, workflowId, versionId, place: 'open', isTest: true }
  const test = await inOrganization(here, async (tx) => await seedEnded(tx, at))
  const world: World = { callers: [], workflows, test, own: {}, ownFiles: {} }
  for (const model of callers) {
    const caller = await seedCaller(model, workflows, { here, elsewhere })
    world.callers.push(caller)
    if (caller.id === null || caller.elsewhere) continue
    const { file, run } = await seedOwn(caller, workflows.closed)
    world.ownFiles[caller.name] = file
    if (run) world.own[caller.name] = run
  }
  return world
}
