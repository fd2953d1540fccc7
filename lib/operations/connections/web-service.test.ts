import { afterAll, beforeAll, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { connectionHistory, connections } from '#db/schema/connections'
import { stopWatchingRuns } from '#lib/engine/watch/watch'
import { startWorker, type Worker } from '#lib/engine/worker/worker'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { workerOptions } from '#lib/server/services'
import { startWebServer } from '#test/fakes/web-server'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { runCalls, taskOf } from '#test/harness/run-calls'
import { graph } from '#test/samples/graph'
import { writeCalls } from './record-calls.ts'

const server = await startWebServer()
process.env['HTTP_ALLOW_PRIVATE'] = server.host

const all = endpointsAt('/api/v2/connections')
const test = endpointsAt('/api/v2/connections/{id}/test')
const api = useApi()
const { runIn } = runCalls(api)

let worker: Worker | undefined
let id = ''
beforeAll(async () => {
  const made = await api.send(all.POST, '/api/v2/connections', {
    body: {
      kind: 'web',
      provider: 'bearer',
      slug: 'clinic',
      name: 'Clinic',
      config: { baseUrl: `${server.origin}/v1` },
      secrets: { token: 'never-shown-token' },
    },
  })
  id = String(made.body['id'])
  worker = await startWorker({ ...workerOptions(), background: [] })
})
afterAll(async () => {
  await worker?.stop()
  await stopWatchingRuns()
  await stopProcessPools()
  await server.stop()
})

const calls = (url: string) =>
  graph('a', { a: { type: 'http-request', config: { connection: 'clinic', url } } })

it('signs the calls of a run in; nothing that is stored or answered has the secret', async () => {
  const run = await runIn('completed', calls('/patients'))
  expect(server.seen.at(-1)).toMatchObject({
    url: '/v1/patients',
    headers: { authorization: 'Bearer never-shown-token' },
  })
  const failed = await runIn('failed', calls('/../v2'))
  expect(taskOf(failed, 'a')?.error?.code).toBe('invalid_url')
  const tested = await api.send(test.POST, `/api/v2/connections/${id}/test`, { params: { id } })
  expect(tested.body).toMatchObject({ ok: true, message: 'The server answered 200.' })
  await writeCalls()
  const stored = await inOrganization(api.organization.id, async (tx) => [
    await tx.select().from(connections),
    await tx.select().from(connectionHistory),
  ])
  expect(stored[1]).toContainEqual(expect.objectContaining({ operation: 'send', runId: run.id }))
  const listed = await api.send(all.GET, '/api/v2/connections')
  expect(listed.body['items']).toMatchObject([{ secretsSet: ['token'] }])
  expect(JSON.stringify([run, failed, tested.body, stored, listed.body])).not.toContain(
    'never-shown',
  )
})
