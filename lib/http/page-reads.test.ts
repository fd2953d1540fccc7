import { expect, it } from 'vitest'
import { readForPage } from './page-reads.ts'

const headers = new Headers({ cookie: 'session=1', 'rounds-organization': 'lake' })

it('asks with the headers of the page, and gives the answer as it is', async () => {
  const asked: Request[] = []
  const answer = async (request: Request) => {
    asked.push(request)
    return new Response('{"total":12345678901234567890}')
  }
  expect(await readForPage(answer, '/api/v2/home?days=7', headers)).toBe(
    '{"total":12345678901234567890}',
  )
  expect(asked.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    'GET /api/v2/home',
  ])
  expect(asked[0]?.headers.get('cookie')).toBe('session=1')
  expect(asked[0]?.headers.get('rounds-organization')).toBe('lake')
})

it.each([401, 403, 404, 409, 423, 429, 500])('leaves a %i to the browser', async (status) => {
  const answer = async () => Response.json({ error: 'refused' }, { status })
  expect(await readForPage(answer, '/api/v2/home', headers)).toBeUndefined()
})

it('leaves what fails, what is long and what takes long to the browser', async () => {
  const fails = async () => await Promise.reject(new Error('away'))
  expect(await readForPage(fails, '/api/v2/home', headers)).toBeUndefined()
  const long = async () => new Response('"0123456789"')
  expect(await readForPage(long, '/api/v2/home', headers, { maxLength: 11 })).toBeUndefined()
  let signal: AbortSignal | undefined
  const never = async (request: Request) => {
    ;({ signal } = request)
    return await new Promise<Response>(() => undefined)
  }
  expect(await readForPage(never, '/api/v2/home', headers, { withinMs: 1 })).toBeUndefined()
  expect(signal?.aborted).toBe(true)
})
