import { open } from 'node:fs/promises'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeDatabase, configureDatabase } from '#db/client'
import { log } from '#lib/log'
import { metrics } from '#lib/metrics'
import { makeClient } from '#lib/postgres'
import { serveApi } from '#lib/server/web/api-server'
import { useApi } from '#test/harness/api'
import { aroundStatements } from '#test/harness/around-statements'
import { away } from '#test/fakes/away'
import { endpointsAt } from '#test/harness/endpoints-at'

const filesRoute = endpointsAt('/api/v2/files')
const workflowsRoute = endpointsAt('/api/v2/workflows')

const api = useApi()
let workflows = 0

afterEach(() => vi.restoreAllMocks())

/** A read, a write, and the write of a public endpoint, as a caller sends them. */
const calls = {
  read: () => api.send(workflowsRoute.GET, '/api/v2/workflows'),
  write: () =>
    api.send(workflowsRoute.POST, '/api/v2/workflows', {
      method: 'POST',
      body: { name: `W ${++workflows}` },
    }),
}

async function expectUnavailable(reason: 'database' | 'storage', call = calls.write) {
  const { status, headers, body } = await call()
  expect({ status, body }).toMatchObject({
    status: 503,
    body: { error: 'unavailable', details: { reason } },
  })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  return body
}

async function asAdmin(statement: string, values: unknown[] = []): Promise<void> {
  const at = Object.assign(new URL(api.database.url), { pathname: '/postgres' }).href
  const admin = makeClient({ connectionString: at })
  await admin.connect()
  await admin.query(statement, values)
  await admin.end()
}

describe('a database that cannot serve is 503 with Retry-After', () => {
  it('when it cannot be reached', async () => {
    await closeDatabase()
    configureDatabase(away(api.database))
    try {
      for (const call of [calls.read, calls.write]) await expectUnavailable('database', call)
    } finally {
      await closeDatabase()
      configureDatabase(api.database)
    }
    expect((await calls.write()).status).toBe(201)
  })

  it('when no connection is left', async () => {
    const name = new URL(api.database.url).pathname.slice(1)
    await closeDatabase()
    await asAdmin(`alter database ${name} connection limit 0`)
    try {
      for (const call of [calls.read, calls.write]) await expectUnavailable('database', call)
    } finally {
      await asAdmin(`alter database ${name} connection limit -1`)
    }
    expect((await calls.write()).status).toBe(201)
  })

  it('when it ends the session during a statement', async () => {
    let cut = false
    aroundStatements(async (_name, send) => {
      if (cut) return await send()
      cut = true
      const answer = send()
      // A statement that was sent to a session that ends may fail in either way.
      answer.catch(() => undefined)
      throw Object.assign(new Error('terminating connection'), { code: '57P01' })
    })
    await expectUnavailable('database', calls.read)
  })

  it('when its disk is full, without quoting the database', async () => {
    aroundStatements(async (_name, send) => {
      await send()
      throw Object.assign(new Error('could not extend file "base/16384"'), { code: '53100' })
    })
    const body = await expectUnavailable('storage')
    expect(JSON.stringify(body)).not.toContain('base/')
  })
})

describe('files', () => {
  const boundary = 'x-x'
  const upload = (content: string) =>
    api.send(filesRoute.POST, '/api/v2/files', {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: [
        `--${boundary}`,
        'content-disposition: form-data; name="file"; filename="a.txt"',
        '',
        content,
        `--${boundary}--`,
        '',
      ].join('\r\n'),
    })

  it('a full disk is 503, and nothing is left of the file', async () => {
    const probe = await open('package.json')
    const handles = Object.getPrototypeOf(probe) as { sync(): Promise<void> }
    await probe.close()
    vi.spyOn(handles, 'sync').mockRejectedValue(
      Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }),
    )
    await expectUnavailable('storage', () => upload('text'))
    vi.restoreAllMocks()
    expect((await upload('text')).status).toBe(201)
  })
})

describe('a caller that disconnects', () => {
  let server: Server
  beforeAll(async () => {
    server = createServer((request, response) => void serveApi(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })

  /** Counts the answers of the requests by status. */
  async function statuses(): Promise<Record<string, number>> {
    const { values } = await metrics.requestSeconds.get()
    const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'))
    const found: Record<string, number> = {}
    for (const { labels, value } of counts)
      found[String(labels.status)] = (found[String(labels.status)] ?? 0) + value
    return found
  }

  const disposition = 'content-disposition: form-data; name="file"; filename="a"'
  it.each([
    ['/api/v2/workflows', 'application/json', '{"name": "'],
    ['/api/v2/files', 'multipart/form-data; boundary=x', '--x\r\ncontent-disp'],
    ['/api/v2/files', 'multipart/form-data; boundary=x', `--x\r\n${disposition}\r\n\r\nhalf`],
  ])(
    'in the middle of a body to %s (%s) is not logged as our error',
    async (path, type, started) => {
      const errors = vi.spyOn(log, 'error')
      const before = await statuses()
      const { port } = server.address() as AddressInfo
      const arrived = new Promise<void>((resolve) => void server.once('request', () => resolve()))
      const sent = httpRequest({
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        headers: {
          'content-type': type,
          'content-length': 10_000,
          authorization: `Bearer ${api.organization.keys.owner}`,
        },
      })
      sent.on('error', () => undefined)
      sent.write(started)
      await arrived
      sent.destroy()
      const total = (of: Record<string, number>) => Object.values(of).reduce((a, b) => a + b, 0)
      const answered = async () => expect(total(await statuses())).toBe(total(before) + 1)
      await vi.waitFor(answered, { timeout: 50_000 })
      const after = await statuses()
      expect(after['400']).toBe((before['400'] ?? 0) + 1)
      expect(after['500']).toBe(before['500'])
      expect(errors).not.toHaveBeenCalled()
    },
  )
})
