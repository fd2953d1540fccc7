import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { askDatabase, closeDatabase, configureDatabase } from '#db/client'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#db/embedded'
import { migrate } from '#db/migrate'
import { roleUrls } from '#db/role-url'
import { log } from '#lib/log'
import { noteShortage } from '#lib/page-shortage'
import { answerWithoutDatabase, renderPage } from './pages-without-database.ts'

// The real function, which one test makes fail.
vi.mock('#db/client', { spy: true })

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }
let dataDir = ''
let postgres: EmbeddedPostgres
let server: Server
let base = ''

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'rounds-away-'))
  // When root runs the test, Postgres is another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o711)
  postgres = await startEmbeddedPostgres({ dataDir, settings })
  await migrate(postgres.url)
  configureDatabase(roleUrls(postgres.url))
  server = createServer((request, response) => {
    const answer = async () => {
      if (await answerWithoutDatabase(request, response)) return
      await renderPage(request, response, async () => await asNext(request, response))
    }
    void answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await closeDatabase()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(() => {
  vi.spyOn(log, 'warn').mockImplementation(() => undefined)
})

let beforeRendering = async (): Promise<void> => undefined
let sends: 'head' | 'body' | 'nothing' = 'body'

/** Answers like Next: 299 for a page that could be rendered, 500 for one that threw. */
async function asNext(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await beforeRendering()
  try {
    if (request.url === '/runs') await askDatabase()
    response.writeHead(299)
  } catch (error) {
    noteShortage(error)
    response.setHeader('content-encoding', 'gzip')
    response.statusCode = 500
    if (sends === 'head') response.writeHead(500)
    if (sends !== 'nothing') response.write('the error page')
  }
  response.end('next')
}

const status = async (address: string, method = 'GET') =>
  (await fetch(base + address, { method })).status

const pages = ['/', '/sign-in?next=%2Fruns', '/runs/1', '/f/token', '/documents']
const withoutDatabase = ['/docs', '/docs/runs', '/_next/static/a.js', '/icon.svg', '/api/auth/csrf']
const signsIn = ['/api/auth/callback/password', '/api/auth/signin/oidc', '/api/auth/signout']

describe('while the database can be reached', () => {
  it('Next answers every address', async () => {
    for (const address of [...pages, ...withoutDatabase])
      expect([address, await status(address)]).toEqual([address, 299])
    for (const address of signsIn)
      expect([address, await status(address, 'POST')]).toEqual([address, 299])
  })
})

describe('while the database is stopped', () => {
  beforeAll(() => postgres.stop())

  it('a page is 503, says so and reloads itself', async () => {
    for (const address of pages) {
      const answer = await fetch(base + address)
      expect([address, answer.status]).toEqual([address, 503])
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const html = await answer.text()
      expect(html).toContain('The database cannot be reached')
      expect(html).toContain('<meta http-equiv="refresh" content="5">')
    }
  })

  it('HEAD is the same without a body', async () => {
    const answer = await fetch(`${base}/`, { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([503, ''])
  })

  it('signing in is the API’s 503, and mentions no password', async () => {
    for (const address of signsIn) {
      const answer = await fetch(base + address, { method: 'POST' })
      expect([address, answer.status]).toEqual([address, 503])
      expect(answer.headers.get('retry-after')).toBe('5')
      const body = (await answer.json()) as { message: string }
      expect(body).toMatchObject({ error: 'unavailable', details: { reason: 'database' } })
      expect(body.message).toContain('cannot sign in or out right now')
    }
  })

  it('the return from single sign-on is a page, so that it can be repeated', async () => {
    const answer = await fetch(`${base}/api/auth/callback/oidc?code=1`)
    expect([answer.status, await answer.text()]).toEqual([
      503,
      expect.stringContaining('tries again by itself'),
    ])
  })

  it('what needs no database is shown', async () => {
    for (const address of withoutDatabase)
      expect([address, await status(address)]).toEqual([address, 299])
  })

  it('a page that loses its database during rendering is the same 503', async () => {
    for (const first of ['head', 'body', 'nothing'] as const) {
      postgres = await startEmbeddedPostgres({ dataDir, settings })
      await vi.waitFor(async () => await askDatabase(), { timeout: 60_000 })
      beforeRendering = async () => await postgres.stop()
      sends = first
      const answer = await fetch(`${base}/runs`)
      beforeRendering = async () => undefined
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(answer.headers.get('content-encoding')).toBeNull()
      const html = await answer.text()
      expect(html).toContain('The database cannot be reached')
      expect(html.endsWith('</html>\n')).toBe(true)
    }
  })

  it('a page that fails for another reason stays 500', async () => {
    postgres = await startEmbeddedPostgres({ dataDir, settings })
    await vi.waitFor(async () => await askDatabase(), { timeout: 60_000 })
    sends = 'head'
    beforeRendering = async () => {
      vi.mocked(askDatabase).mockRejectedValueOnce(new Error('a mistake of ours'))
      return await Promise.resolve()
    }
    const answer = await fetch(`${base}/runs`)
    beforeRendering = async () => undefined
    expect(answer.status).toBe(500)
    await postgres.stop()
  })

  it('a page that cannot be rendered because a disk is full is 503 and says so', async () => {
    postgres = await startEmbeddedPostgres({ dataDir, settings })
    await vi.waitFor(async () => await askDatabase(), { timeout: 60_000 })
    sends = 'head'
    beforeRendering = async () => {
      const full = Object.assign(new Error('could not extend file'), { code: '53100' })
      vi.mocked(askDatabase).mockRejectedValueOnce(new Error('Failed query', { cause: full }))
      return await Promise.resolve()
    }
    const answer = await fetch(`${base}/runs`)
    beforeRendering = async () => undefined
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.text()).toContain('There is no room left to write')
    await postgres.stop()
  })

  it('pages work again once the database is back, without a restart', async () => {
    postgres = await startEmbeddedPostgres({ dataDir, settings })
    await vi.waitFor(async () => expect(await status('/')).toBe(299), { timeout: 60_000 })
  })
})
