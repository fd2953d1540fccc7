import { expect, it } from 'vitest'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'
import { seedWorkflow } from '#test/harness/seed-organization'

const runRoute = endpointsAt('/api/v2/runs/{id}')
const formRoute = endpointsAt('/api/v2/forms/{slug}/submissions')
const pauseRoute = endpointsAt('/api/v2/workflows/{id}/pause')
const resumeRoute = endpointsAt('/api/v2/workflows/{id}/resume')
const startRoute = endpointsAt('/api/v2/workflows/{id}/runs')
const workflowsRoute = endpointsAt('/api/v2/workflows')

const api = useApi()

it('a paused workflow refuses starts, shows who paused it, and starts when resumed', async () => {
  const { workflowId: id } = await seedWorkflow(
    api.organization.id,
    graph('a', {}, { type: 'transform' }),
  )
  const params = { id }
  const paused = await api.send(pauseRoute.POST, `/api/v2/workflows/${id}/pause`, {
    params,
    as: 'builder',
  })
  expect([paused.status, paused.body['paused']]).toEqual([
    200,
    { at: expect.any(String), by: 'builder' },
  ])
  const refused = await api.send(startRoute.POST, `/api/v2/workflows/${id}/runs`, {
    params,
    body: {},
  })
  expect([refused.status, refused.body['error']]).toEqual([409, 'workflow_paused'])
  const form = await api.send(formRoute.POST, `/api/v2/forms/w-${id}/submissions`, {
    params: { slug: `w-${id}` },
    body: { data: {} },
  })
  expect([form.status, form.body['error']]).toEqual([409, 'workflow_paused'])
  const listed = await api.send(workflowsRoute.GET, '/api/v2/workflows')
  expect(
    (listed.body['items'] as { id: string; paused: unknown }[]).find((item) => item.id === id)
      ?.paused,
  ).toEqual(paused.body['paused'])

  expect(
    (await api.send(resumeRoute.POST, `/api/v2/workflows/${id}/resume`, { params })).body['paused'],
  ).toBeNull()
  expect(
    (await api.send(startRoute.POST, `/api/v2/workflows/${id}/runs`, { params, body: {} })).status,
  ).toBe(202)
})

it('pausing is for builders and owners', async () => {
  const { workflowId: id } = await seedWorkflow(
    api.organization.id,
    graph('a', {}, { type: 'transform' }),
  )
  expect(
    (
      await api.send(pauseRoute.POST, `/api/v2/workflows/${id}/pause`, {
        params: { id },
        as: 'worker',
      })
    ).status,
  ).toBe(403)
})

it('a run over the limit of its workflow waits visibly; with skip its start is refused', async () => {
  for (const whenFull of ['queue', 'skip'] as const) {
    const { workflowId: id } = await seedWorkflow(
      api.organization.id,
      graph('a', {}, { type: 'transform', settings: { concurrency: { limit: 1, whenFull } } }),
    )
    const start = async () =>
      await api.send(startRoute.POST, `/api/v2/workflows/${id}/runs`, { params: { id }, body: {} })
    const first = await start()
    const second = await start()
    expect(first.status).toBe(202)
    if (whenFull === 'skip')
      expect([second.status, second.body['error']]).toEqual([409, 'workflow_busy'])
    else {
      const runId = second.body['id'] as string
      expect(
        (await api.send(runRoute.GET, `/api/v2/runs/${runId}`, { params: { id: runId } })).body,
      ).toMatchObject({ status: 'suspended', holds: 'turn' })
    }
  }
})
