import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { logAccess } from '#lib/access-log'
import { env } from '#lib/env'
import { log } from '#lib/log'
import { useApi } from '#test/harness/api'
import { serveApi } from './api-server.ts'

const api = useApi()
const lines: Record<string, unknown>[] = []
const wanted = env().ACCESS_LOG

beforeEach(() => {
  env().ACCESS_LOG = true
  lines.length = 0
  vi.spyOn(log, 'info').mockImplementation(((line: Record<string, unknown>, text: string) => {
    if (text === 'request') lines.push(line)
  }) as typeof log.info)
})
afterEach(() => {
  env().ACCESS_LOG = wanted
  vi.restoreAllMocks()
})

afterAll(() => void server.close())

const server = createServer((request, response) => {
  logAccess(request, response, () => {
    if (!serveApi(request, response)) response.end('a page')
  })
})

/** Sends a request and answers its line. */
async function lineOf(path: string, headers: Record<string, string> = {}) {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const sent = ask({ port, path, headers, host: '127.0.0.1' }).end()
  const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream]
  response.resume()
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  return lines[0]
}

it('says who asked for what, by the template of the address', async () => {
  const id = '01900000-0000-7000-8000-000000000000'
  const authorization = `Bearer ${api.organization.keys.owner}`
  const line = await lineOf(`/api/v2/runs/${id}?search=Jane+Doe`, { authorization })
  expect(line).toEqual({
    method: 'GET',
    route: '/api/v2/runs/{id}',
    operation: 'getRun',
    requestId: expect.any(String) as string,
    organizationId: api.organization.id,
    apiKeyId: expect.any(String) as string,
    // There is no such query.
    status: 400,
    ms: expect.any(Number) as number,
  })
  expect(JSON.stringify(line)).not.toMatch(/Jane|01900000/)
})

it('shows nothing of a page but where it is: links have tokens', async () => {
  expect(await lineOf('/m/the-token-of-a-patient?name=Jane')).toMatchObject({
    route: '/m/…',
    status: 200,
  })
  lines.length = 0
  const hook = await lineOf('/api/v2/hooks/workflows/the-token')
  expect(JSON.stringify(hook)).not.toContain('the-token')
  lines.length = 0
  expect(await lineOf('/Jane%20Doe')).toMatchObject({ route: '/' })
})

it('is silent without the setting', async () => {
  env().ACCESS_LOG = false
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await (await fetch(`http://127.0.0.1:${port}/api/health`)).text()
  expect(lines).toEqual([])
})
