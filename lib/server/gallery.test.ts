import { rmSync } from 'node:fs'
import path from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { fillDemo } from '#db/seed/seed'
import { startWorker, type Worker } from '#lib/engine/worker/worker'
import type { Definition } from '#lib/domain/workflow/definition'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { startFaxWork } from '#lib/operations/faxes/start-fax-work'
import { gallery } from '#lib/operations/gallery/gallery'
import { startHieRequests } from '#lib/operations/hie/start-hie-requests'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { until } from '#test/harness/until'
import { workerOptions } from './services.ts'

/*
 * Every workflow of the gallery as people use it: created by the API, then run with each of its
 * samples on the sandboxes of the demo, with a worker and answered screens.
 */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const api = useApi()
let worker: Worker | undefined

/** The sandboxes answer at once. */
async function withoutDelay(organizationId: string): Promise<void> {
  const quick = { hie: { delaySeconds: 0 }, fax: { secondsPerFax: 0 } } as const
  await inOrganization(organizationId, async (tx) => {
    await fillDemo(tx, organizationId)
    for (const kind of ['hie', 'fax'] as const)
      await tx
        .update(connections)
        .set({ config: quick[kind] })
        .where(and(eq(connections.kind, kind), eq(connections.slug, 'sandbox')))
  })
}

beforeAll(async () => {
  await withoutDelay(api.organization.id)
  worker = await startWorker({ ...workerOptions(), background: [startFaxWork, startHieRequests] })
})
afterAll(async () => {
  await worker?.stop()
  await stopProcessPools()
  rmSync(path.join(env().DATA_DIR, 'files'), { recursive: true, force: true })
})

const detailRoute = endpointsAt('/api/v2/workflow-gallery/{id}').GET
const createRoute = endpointsAt('/api/v2/workflow-gallery/{id}/use').POST
const startRoute = endpointsAt('/api/v2/workflows/{id}/runs').POST
const runsRoute = endpointsAt('/api/v2/runs').GET
const runRoute = endpointsAt('/api/v2/runs/{id}').GET
const screensRoute = endpointsAt('/api/v2/screens').GET
const completeRoute = endpointsAt('/api/v2/screens/{taskId}/complete').POST

type Task = { stepId: string; status: string; error: unknown }
type Run = { status: string; tasks: Task[] }
type Screen = { taskId: string; stepId: string; workflow: { id: string } }

const ended = new Set(['completed', 'failed', 'cancelled'])

/** A draft of a workflow of the gallery, without problems; answers its id. */
async function create(id: string): Promise<string> {
  const address = `/api/v2/workflow-gallery/${id}/use`
  const { status, body } = await api.send(createRoute, address, { params: { id }, body: {} })
  expect([id, status, body['problems']]).toEqual([id, 201, []])
  return String(body['id'])
}

async function start(id: string, startData: object): Promise<string> {
  const address = `/api/v2/workflows/${id}/runs`
  const body = { startData, draft: true }
  const answer = await api.send(startRoute, address, { params: { id }, body })
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
  return String(answer.body['id'])
}

type Sample = ReturnType<typeof gallery>[number]['samples'][number]
type Case = { gallery: string; runId: string; sample: Sample }
type Listed<T> = { items: T[] }

/** Answers all screens as the samples say, until all runs have ended. */
async function playToEnd(cases: Map<string, Case>): Promise<void> {
  const answered = new Set<string>()
  await until('all runs to end', async () => {
    const { body: screens } = await api.send(screensRoute, '/api/v2/screens?limit=100')
    for (const { taskId, stepId, workflow } of (screens as Listed<Screen>).items) {
      const output = cases.get(workflow.id)?.sample.answers[stepId]
      if (!output || answered.has(taskId)) continue
      answered.add(taskId)
      const sent = { params: { taskId }, body: { output } }
      const done = await api.send(completeRoute, `/api/v2/screens/${taskId}/complete`, sent)
      if (done.status !== 200) throw new Error(JSON.stringify([stepId, done.body]))
    }
    const { body } = await api.send(runsRoute, '/api/v2/runs?limit=100')
    const { items } = body as Listed<Run>
    return items.length > 0 && items.every(({ status }) => ended.has(status))
  })
}

describe('the gallery', () => {
  it('has what is promised', () => {
    expect(
      gallery()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([
      'denial-appeal',
      'eligibility-and-estimate',
      'home-care-admission',
      'policy-acknowledgement',
      'prior-authorization',
      'records-request',
      'referral-intake',
      'remittance-reconciliation',
    ])
  })

  it('runs from start to end with all samples on the sandboxes', async () => {
    const cases = new Map<string, Case>()
    for (const { id, samples } of gallery())
      for (const sample of samples) {
        // Each its own, so that a screen of the inbox belongs to one sample.
        const workflow = await create(id)
        const runId = await start(workflow, sample.startData)
        cases.set(workflow, { gallery: id, runId, sample })
      }
    await playToEnd(cases)
    for (const { gallery: id, runId, sample } of cases.values()) {
      const params = { id: runId }
      const { body } = await api.send(runRoute, `/api/v2/runs/${runId}`, { params })
      const { status, tasks } = body as unknown as Run
      const failed = tasks.filter(({ error }) => error !== null)
      expect([id, sample.name, status, failed]).toEqual([id, sample.name, 'completed', []])
      const completed = tasks.filter((task) => task.status === 'completed')
      const steps = completed.map(({ stepId }) => stepId)
      expect(steps, sample.name).toEqual(expect.arrayContaining(sample.ends))
    }
  })

  it('asks for a choice where there are several, and takes the only one', async () => {
    const id = 'home-care-admission'
    const address = `/api/v2/workflow-gallery/${id}/use`
    const use = async (body: object) =>
      await api.send(createRoute, address, { params: { id }, body })
    await inOrganization(api.organization.id, async (tx) => {
      await tx.insert(connections).values({
        id: newId(),
        organizationId: api.organization.id,
        kind: 'emr',
        slug: 'second',
        provider: 'sandbox',
        name: 'Second EMR',
        config: {},
      })
    })
    const issuesOf = (answer: Awaited<ReturnType<typeof use>>) =>
      (answer.body['details'] as { issues: { path: string }[] }).issues.map((issue) => issue.path)
    const unclear = await use({})
    expect([unclear.status, issuesOf(unclear)]).toEqual([400, ['connections.emr']])
    const wrong = await use({ connections: { emr: 'third', fax: 'sandbox' } })
    expect([wrong.status, issuesOf(wrong)]).toEqual([400, ['connections.emr', 'connections.fax']])
    const named = await use({
      name: 'Admissions',
      connections: { emr: 'second' },
      policies: { 'home-health-eligibility': 'prior-auth-imaging' },
    })
    expect([named.status, named.body['name']]).toEqual([201, 'Admissions'])
    const { steps } = named.body['draft'] as Definition
    const configOf = (step: string) => steps.find((one) => one.id === step)?.config
    expect(configOf('note')).toMatchObject({ connection: 'second' })
    expect(configOf('known')).toMatchObject({ connection: 'sandbox' })
    expect(configOf('policy')).toEqual({ policyId: 'prior-auth-imaging' })
  })

  it('leaves open what the organization does not have, and shows it what there is', async () => {
    const organization = await organizationWithKeys()
    const id = 'denial-appeal'
    const params = { id }
    const address = `/api/v2/workflow-gallery/${id}`
    const before = await api.send(detailRoute, address, { params, organization })
    expect(before.body['templates']).toMatchObject([{ slug: 'appeal-letter', exists: false }])
    expect(before.body['needs']).toMatchObject([{ choices: [] }, { choices: [] }])
    const made = await api.send(createRoute, `${address}/use`, { params, body: {}, organization })
    expect(made.status).toBe(201)
    const problems = made.body['problems'] as { code: string; stepId: string }[]
    expect(problems.map(({ code, stepId }) => [code, stepId])).toEqual([
      ['unknown_connection', 'find'],
      ['unknown_connection', 'denial'],
      ['unknown_connection', 'mail'],
    ])
    const after = await api.send(detailRoute, address, { params, organization })
    expect(after.body['templates']).toMatchObject([{ exists: true }])
    const here = await api.send(detailRoute, address, { params })
    expect(here.body['needs']).toMatchObject([
      { kind: 'payer-docs', choices: [{ value: 'sandbox', title: 'Sandbox payer documents' }] },
      { kind: 'letters', choices: [{ value: 'sandbox', title: 'Sandbox letters' }] },
    ])
  })
})
