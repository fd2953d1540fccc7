import { beforeAll, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { files } from '#db/schema/documents'
import { runs, tasks } from '#db/schema/runs'
import type { PatientRun } from '#lib/contracts/runs/patients'
import { newId } from '#lib/ids'
import { useApi, organizationWithKeys } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { seedScreens } from '#test/harness/seed-screens'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'

const patientRuns = endpointsAt('/api/v2/runs/{id}/patient-runs')
const runsRoute = endpointsAt('/api/v2/runs')
const screensRoute = endpointsAt('/api/v2/screens')
const keysRoute = endpointsAt('/api/v2/api-keys')
const auditRoute = endpointsAt('/api/v2/audit')
const csvRoute = endpointsAt('/api/v2/audit/csv')
const access = endpointsAt('/api/v2/workflows/{id}/access')

const api = useApi()
type Sent = NonNullable<Parameters<typeof api.send>[2]>
const as = ({ headers }: Person): Sent => ({
  as: null,
  headers: { 'content-type': 'application/json', ...headers },
})

type Of = { organizationId: string; workflowId: string; versionId: string }
const seedPlace = async (organizationId: string): Promise<Of> => ({
  organizationId,
  ...(await seedWorkflow(
    organizationId,
    graph('a', { a: { type: 'transform', config: { value: 1 } } }),
  )),
})

/** A completed run about a patient; without a worker. */
async function seedRun(of: Of, patientKey: string | null, more: object = {}): Promise<string> {
  const id = newId()
  await inOrganization(of.organizationId, (tx) =>
    tx.insert(runs).values({
      id,
      ...of,
      status: 'completed',
      trigger: 'api',
      startData: {},
      title: `Case ${id}`,
      patientKey,
      finishedAt: new Date(),
      ...more,
    }),
  )
  return id
}

let olga: Person
let vic: Person
let intake: Of
let letters: Of
/** Of one patient: two of the intake, one of the letters, and one of somebody else. */
let mine: [string, string, string]
let others: string
let elsewhere: string

beforeAll(async () => {
  const { id } = api.organization
  olga = await signedIn(id, 'owner', 'Olga')
  vic = await signedIn(id, 'viewer', 'Vic')
  intake = await seedPlace(id)
  letters = await seedPlace(id)
  mine = [
    await seedRun(intake, 'EMR-1001'),
    await seedRun(letters, 'EMR-1001', { startedByUserId: vic.actor.id }),
    await seedRun(intake, 'EMR-1001'),
  ]
  others = await seedRun(intake, 'EMR-1002')
  const away = await organizationWithKeys()
  elsewhere = await seedRun(await seedPlace(away.id), 'EMR-1001')
})

async function casesOf(id: string, sent: Sent, query = '') {
  const path = `/api/v2/runs/${id}/patient-runs${query}`
  const { status, body } = await api.send(patientRuns.GET, path, { params: { id }, ...sent })
  const items = (body['items'] ?? []) as PatientRun[]
  return { status, items, ids: items.map((item) => item.id), next: body['nextCursor'] }
}

const listed = async (route: typeof runsRoute, path: string, sent: Sent) =>
  ((await api.send(route.GET, path, sent)).body['items'] as { id?: string; runId?: string }[]).map(
    ({ id, runId }) => id ?? runId,
  )

describe('the other cases of a patient', () => {
  it('are those of all workflows, the newest first, page by page', async () => {
    const { ids } = await casesOf(mine[0], as(olga))
    expect(ids).toEqual([mine[2], mine[1]])
    const first = await casesOf(mine[0], as(olga), '?limit=1')
    const second = await casesOf(mine[0], as(olga), `?limit=1&cursor=${String(first.next)}`)
    expect([...first.ids, ...second.ids]).toEqual([mine[2], mine[1]])
    expect(second.next).toBeNull()
  })

  it('are none without a number', async () => {
    const without = await seedRun(intake, null)
    await seedRun(intake, null)
    expect((await casesOf(without, as(olga))).ids).toEqual([])
  })

  it('say who decided, and have the documents', async () => {
    const id = await seedRun(intake, 'EMR-2000')
    const other = await seedRun(intake, 'EMR-2000')
    const fileId = newId()
    const { organizationId } = intake
    await inOrganization(organizationId, async (tx) => {
      const of = { organizationId, runId: other, key: 'a', stepId: 'a', effect: 'pure' as const }
      const done = { status: 'completed' as const, finishedAt: new Date('2026-03-01T10:00:00Z') }
      await tx.insert(tasks).values([
        { id: newId(), ...of, ...done, stepType: 'screen', title: 'Review', completedBy: 'Ada' },
        { id: newId(), ...of, ...done, key: 'b', stepType: 'transform', title: 'Sum' },
      ])
      await tx.insert(files).values({
        id: fileId,
        organizationId,
        runId: other,
        fileName: 'scan.pdf',
        mimeType: 'application/pdf',
        size: 3,
        sha256: 'x',
        storageKey: newId(),
      })
    })
    const { items } = await casesOf(id, as(olga))
    expect(items).toMatchObject([
      {
        id: other,
        status: 'completed',
        decisions: [{ title: 'Review', by: 'Ada', at: '2026-03-01T10:00:00.000Z' }],
        documents: [{ id: fileId, fileName: 'scan.pdf' }],
      },
    ])
  })

  it('are only those that the caller may see, and no word is said of others', async () => {
    // Of their own, they see one; of the others nothing, not even from there.
    expect(await casesOf(mine[1], as(vic))).toMatchObject({ status: 200, ids: [], next: null })
    expect((await casesOf(mine[0], as(vic))).status).toBe(404)
    // Now they see the runs of the intake, too.
    const path = `/api/v2/workflows/${intake.workflowId}/access`
    const rules = { seeRuns: [{ role: 'viewer' }] }
    const set = await api.send(access.PUT, path, {
      params: { id: intake.workflowId },
      body: { rules },
      ...as(olga),
    })
    expect(set.body).toMatchObject({})
    expect(set.status).toBe(200)
    expect((await casesOf(mine[1], as(vic))).ids).toEqual([mine[2], mine[0]])
  })

  it('are not those of another organization, nor seen from there', async () => {
    expect((await casesOf(mine[0], as(olga))).ids).not.toContain(elsewhere)
    expect((await casesOf(elsewhere, as(olga))).status).toBe(404)
    expect(await listed(runsRoute, '/api/v2/runs?patient=EMR-1001', as(olga))).not.toContain(
      elsewhere,
    )
  })

  it('are those of its workflows for a narrowed key', async () => {
    const inside = [await seedRun(letters, 'EMR-4000'), await seedRun(letters, 'EMR-4000')]
    const outside = await seedRun(intake, 'EMR-4000')
    const permissions = ['runs:read', 'runs:read-all']
    const made = await api.send(keysRoute.POST, '/api/v2/api-keys', {
      body: { name: 'narrow', permissions, workflows: [letters.workflowId] },
      ...as(olga),
    })
    const authorization = `Bearer ${String(made.body['key'])}`
    const key: Sent = { as: null, headers: { authorization } }
    expect((await casesOf(inside[0] ?? '', as(olga))).ids).toContain(outside)
    expect((await casesOf(inside[0] ?? '', key)).ids).toEqual([inside[1]])
    expect((await casesOf(outside, key)).status).toBe(404)
    expect(await listed(runsRoute, '/api/v2/runs?patient=EMR-4000', key)).toEqual(
      inside.toReversed(),
    )
  })
})

describe('the filter', () => {
  it('finds the runs of a patient by the number, and by one of them', async () => {
    const all = [mine[2], mine[1], mine[0]]
    expect(await listed(runsRoute, '/api/v2/runs?patient=EMR-1001', as(olga))).toEqual(all)
    expect(await listed(runsRoute, `/api/v2/runs?patient=run:${mine[0]}`, as(olga))).toEqual(all)
    expect(await listed(runsRoute, '/api/v2/runs?patient=unknown', as(olga))).toEqual([])
    expect(await listed(runsRoute, '/api/v2/runs?patient=EMR-100', as(olga))).toEqual([])
    const hidden = `/api/v2/runs?patient=run:${elsewhere}`
    expect((await api.send(runsRoute.GET, hidden, as(olga))).status).toBe(404)
  })

  it('knows a record number with and without its word', async () => {
    const id = await seedRun(intake, 'MRN 77')
    for (const text of ['77', 'MRN%2077', 'mrn:77'])
      expect(await listed(runsRoute, `/api/v2/runs?patient=${text}`, as(olga))).toEqual([id])
  })

  it('finds open screens of a patient, also those in loops', async () => {
    const tasksOf = await seedScreens(intake, [{ name: 'Own', patientKey: 'EMR-3000' }, {}])
    const path = '/api/v2/screens?patient=EMR-3000'
    const found = (await api.send(screensRoute.GET, path, as(olga))).body['items']
    expect(found).toMatchObject([{ taskId: tasksOf[0], case: { patientKey: 'EMR-3000' } }])
    const item = { scopeRunId: (found as { runId: string }[])[0]?.runId, name: null }
    const [inLoop] = await seedScreens(intake, [item])
    const both = (await api.send(screensRoute.GET, path, as(olga))).body['items']
    expect((both as { taskId: string }[]).map(({ taskId }) => taskId)).toEqual([tasksOf[0], inLoop])
  })
})

describe('who saw a patient', () => {
  it('is in the audit log, by the number, without the number', async () => {
    await casesOf(others, as(olga))
    await casesOf(mine[0], as(olga))
    const path = '/api/v2/audit?patient=EMR-1002&reads=true'
    const { body } = await api.send(auditRoute.GET, path, as(olga))
    expect(body['items']).toMatchObject([
      { action: 'patient.read', actor: { name: 'Olga' }, object: { kind: 'run', id: others } },
    ])
    expect(JSON.stringify(body)).not.toContain('EMR-1002')
    expect((await api.send(auditRoute.GET, path, as(vic))).status).toBe(403)
  })

  it('is a CSV file, whose reading is written down, too', async () => {
    const path = '/api/v2/audit/csv?patient=EMR-1002&reads=true'
    const { headers, body } = await api.send(csvRoute.GET, path, as(olga))
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, first, end] = String(body['text']).split('\r\n')
    expect(head).toContain('When (America/New_York)')
    expect(first).toContain('"Olga","user","patient.read","run"')
    expect(end).toBe('')
    const log = '/api/v2/audit?action=audit.exported'
    expect((await api.send(auditRoute.GET, log, as(olga))).body['items']).toMatchObject([
      { details: { entries: 1, ofPatient: true } },
    ])
  })
})
