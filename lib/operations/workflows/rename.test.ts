import { expect, it } from 'vitest'
import type { Definition } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import type { Handler } from '#lib/http/endpoint'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'
import { runCalls, transform } from '#test/harness/run-calls'
import { useWorker } from '#test/harness/worker'
import { childWorkflow } from '../runs/child-workflow.ts'

const one = endpointsAt('/api/v2/workflows/{id}')
const problems = endpointsAt('/api/v2/workflows/{id}/problems')
const all = endpointsAt('/api/v2/workflows')

const api = useApi()
useWorker()
const { publish } = runCalls(api)
const path = '/api/v2/workflows'

const send = (id: string, handler: Handler, body?: unknown, method = 'GET') =>
  api.send(handler, `${path}/${id}`, {
    method,
    params: { id },
    ...(body === undefined ? {} : { body }),
  })
const rename = async (id: string, slug: string): Promise<number> =>
  (await send(id, one.PATCH, { slug }, 'PATCH')).status
const create = async (body: object) => await api.send(all.POST, path, { body })
const calling = (workflow: string): Definition =>
  graph('call', { call: { type: 'sub-workflow', config: { workflow } } })
const childOf = async (workflow: string, organizationId = api.organization.id): Promise<string> => {
  const wanted = {
    runId: newId(),
    workflow,
    version: undefined,
    startData: {},
    signal: new AbortController().signal,
  }
  return (await childWorkflow(organizationId, wanted)).workflowId
}

it('a workflow is found by its former slugs, also by workflows that run it', async () => {
  const id = await publish(graph('one', { one: transform(1) }))
  for (const slug of ['second-name', 'third-name', `w-${id}`, 'last-name'])
    expect(await rename(id, slug)).toBe(200)
  for (const slug of ['second-name', 'third-name', `w-${id}`, 'last-name']) {
    expect(await childOf(slug)).toBe(id)
    expect((await send(slug, one.GET)).body).toMatchObject({ id, slug: 'last-name' })
    const found = await send(id, problems.POST, { definition: calling(slug) }, 'POST')
    expect(
      (found.body['problems'] as Problem[]).filter(({ severity }) => severity === 'error'),
    ).toEqual([])
  }
})

it('no workflow can take a former slug of another one', async () => {
  const id = await publish(graph('one', { one: transform(1) }))
  const other = await publish(graph('one', { one: transform(2) }))
  expect(await rename(id, 'old-name')).toBe(200)
  expect(await rename(id, 'new-name')).toBe(200)
  expect(await rename(other, 'old-name')).toBe(409)
  expect(await create({ name: 'Other', slug: 'old-name' })).toMatchObject({
    status: 409,
    body: { details: { field: 'slug', workflowId: id } },
  })
  expect((await create({ name: 'Old name' })).body).toMatchObject({ slug: 'old-name-2' })
  expect(await childOf('old-name')).toBe(id)
  // It may take its own former slug again.
  expect(await rename(id, 'old-name')).toBe(200)
})

it('former slugs are deleted with their workflow; other organizations may use them', async () => {
  const id = await publish(graph('one', { one: transform(1) }))
  expect([await rename(id, 'gone'), await rename(id, 'gone-now')]).toEqual([200, 200])
  const { id: stranger } = await organizationWithKeys()
  await expect(childOf('gone', stranger)).rejects.toMatchObject({ code: 'not_found' })
  expect((await send(id, one.DELETE, undefined, 'DELETE')).status).toBe(204)
  expect((await create({ name: 'Gone', slug: 'gone' })).status).toBe(201)
})
