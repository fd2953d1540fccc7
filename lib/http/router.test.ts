import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { contract, type ErrorShapes, type Method } from '#lib/contracts/contract'

import { endpoint, type Endpoint } from './endpoint.ts'
import { createRouter } from './router.ts'

/** A public endpoint that answers its contract's path and the parameters of the address. */
function echo(method: Method, path: string, errors?: ErrorShapes): Endpoint {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const params = z.strictObject(Object.fromEntries(names.map((name) => [name, z.string()])))
  return endpoint(
    contract({
      id: `${method} ${path}`,
      method,
      path,
      summary: '',
      tag: 'Workflows',
      auth: 'public',
      params,
      repeat: 'harmless',
      returns: { 200: { description: '', schema: z.unknown() } },
      errors,
    }),
    async (_actor: unknown, input: Record<string, unknown>) => ({ path, ...input }),
  )
}

const router = createRouter([
  echo('GET', '/api/things/{id}'),
  echo('DELETE', '/api/things/{id}', { 405: 'C', other: 'A' }),
  echo('GET', '/api/things/{id}/parts/{part}'),
  echo('POST', '/api/things/import'),
  echo('GET', '/api/{kind}/import/parts'),
])

async function ask(path: string, method = 'GET') {
  const response = await router(new Request(`http://localhost${path}`, { method }))
  const text = await response.text()
  const body = (text === '' ? undefined : JSON.parse(text)) as Record<string, unknown> | undefined
  return { status: response.status, allow: response.headers.get('allow'), body }
}

describe('an address', () => {
  it('has its parameters decoded', async () => {
    expect((await ask('/api/things/a%20b%2Fc%25')).body).toMatchObject({ id: 'a b/c%' })
    const { body } = await ask('/api/things/ü/parts/2')
    expect(body).toEqual({ path: '/api/things/{id}/parts/{part}', id: 'ü', part: '2' })
  })

  it('with a word has priority over one with a parameter', async () => {
    expect((await ask('/api/things/import', 'POST')).body?.['path']).toBe('/api/things/import')
    expect((await ask('/api/things/import')).allow).toBe('POST, OPTIONS')
    expect((await ask('/api/others/import/parts')).status).toBe(200)
  })

  it('may end at a word where another address continues', async () => {
    expect((await ask('/api/things/import/parts/1')).body).toMatchObject({ id: 'import' })
  })

  it('may end with slashes, and has no empty parts inside', async () => {
    expect((await ask('/api/things/7//')).body).toMatchObject({ id: '7' })
    expect((await ask('/api/things//parts/1')).status).toBe(404)
  })

  it('that no endpoint has is 404 with any method', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS'])
      expect((await ask('/api/none', method)).body).toMatchObject({ error: 'not_found' })
  })
})

describe('a method', () => {
  it('that the address does not have is 405 in its error body, with Allow', async () => {
    expect(await ask('/api/things/7', 'PUT')).toEqual({
      status: 405,
      allow: 'GET, HEAD, DELETE, OPTIONS',
      body: expect.objectContaining({ details: { allowed: ['GET', 'DELETE'] } }) as unknown,
    })
  })

  it('OPTIONS is answered with Allow', async () => {
    const options = await ask('/api/things/7', 'OPTIONS')
    expect(options).toEqual({
      status: 204,
      allow: 'GET, HEAD, DELETE, OPTIONS',
      body: undefined,
    })
  })

  it('HEAD is GET without the body, also for a refusal', async () => {
    expect(await ask('/api/things/7', 'HEAD')).toEqual({
      status: 200,
      allow: null,
      body: undefined,
    })
    expect(await ask('/api/none', 'HEAD')).toEqual({ status: 404, allow: null, body: undefined })
    const refused = await ask('/api/things/import', 'HEAD')
    expect(refused).toEqual({ status: 405, allow: 'POST, OPTIONS', body: undefined })
  })
})

describe('a table', () => {
  it('with two endpoints of one method and address is refused', () => {
    const twice = [echo('GET', '/api/a/{id}'), echo('GET', '/api/a/{id}')]
    expect(() => createRouter(twice)).toThrow('are both GET /api/a/{id}')
  })

  it('with one address under two names is refused', () => {
    const twice = [echo('GET', '/api/a/{id}'), echo('PUT', '/api/a/{slug}')]
    expect(() => createRouter(twice)).toThrow('parameters of other names')
  })
})
