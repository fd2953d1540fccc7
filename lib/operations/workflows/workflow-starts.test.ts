import { beforeEach, expect, it } from 'vitest'
import type { Definition } from '#lib/domain/workflow/definition'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'

const all = endpointsAt('/api/v2/workflows')
const publish = endpointsAt('/api/v2/workflows/{id}/publish')
const mail = endpointsAt('/api/v2/workflows/{id}/mail-trigger')
const schedules = endpointsAt('/api/v2/workflows/{id}/schedules')
const starts = endpointsAt('/api/v2/workflows/{id}/starts')

const api = useApi()
beforeEach(async () => void Object.assign(api.organization, await organizationWithKeys()))

async function published(name: string, definition: Definition): Promise<string> {
  const made = await api.send(all.POST, '/x', { body: { name, definition } })
  const id = String(made.body['id'])
  const answer = await api.send(publish.POST, '/x', { params: { id }, body: { revision: 1 } })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return id
}

const runsIntake = graph('it', {
  it: { type: 'sub-workflow', config: { workflow: 'intake', startData: {} } },
})

it('tells what starts a workflow: times, mail, and workflows that run it', async () => {
  const id = await published(
    'Intake',
    graph('only', { only: { type: 'transform', config: { value: 1 } } }),
  )
  const params = { id }
  const read = async () => await api.send(starts.GET, '/x', { params })
  expect(await read()).toMatchObject({
    status: 200,
    body: { schedules: [], mail: null, webhook: null, faxLines: [], usedBy: [], usedByOthers: 0 },
  })

  const times = [
    { name: 'Never again', cron: '0 7 * * *', timeZone: 'UTC', startData: {}, paused: true },
    { name: 'Daily', cron: '0 7 * * *', timeZone: 'America/Chicago', startData: {} },
  ]
  for (const body of times)
    expect(await api.send(schedules.POST, '/x', { params, body })).toMatchObject({ status: 201 })
  await api.send(mail.PUT, '/x', { params, body: { rules: {} } })
  const parent = await published('Nightly', runsIntake)
  const { body } = await read()
  expect(body).toMatchObject({
    schedules: [
      { name: 'Daily', timeZone: 'America/Chicago', paused: false, nextAt: expect.any(String) },
      { name: 'Never again', paused: true, nextAt: null },
    ],
    mail: { enabled: true },
    usedBy: [{ id: parent, name: 'Nightly', published: true }],
  })
  // Who has the address may start runs; here it is not told.
  expect(JSON.stringify(body)).not.toContain('@')
})
