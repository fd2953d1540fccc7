import { describe, expect, it } from 'vitest'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'

const feedRoute = endpointsAt('/api/v2/changelog/feed.xml')
const htmlRoute = endpointsAt('/api/v2/document/json-to-html')

const api = useApi()
const path = '/api/v2/document/json-to-html'
const document = {
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: 'Approved', marks: [{ type: 'bold' }] }] },
  ],
}
const html = '<p><strong>Approved</strong></p>'
const convert = (body: unknown, more: Parameters<typeof api.send>[2] = {}) =>
  api.send(htmlRoute.POST, path, { body, ...more })
const ask = async (accept: string) => {
  const request = new Request(`http://localhost:3000${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${api.organization.keys.worker}`,
      'content-type': 'application/json',
      accept,
    },
    body: JSON.stringify({ document }),
  })
  return await htmlRoute.POST(request, {})
}

describe('POST /api/v2/document/json-to-html', () => {
  it.each([
    ['the document', document],
    ['the document in a field', { document }],
    [
      'a list of blocks',
      [
        {
          _type: 'block',
          style: 'normal',
          markDefs: [],
          children: [{ _type: 'span', text: 'Approved', marks: ['strong'] }],
        },
      ],
    ],
  ])('converts %s', async (_title, body) =>
    expect(await convert(body)).toMatchObject({ status: 200, body: { html } }),
  )

  it('answers HTML itself to whom asks for it, and a browser runs nothing of it', async () => {
    const answer = await ask('text/html,application/xhtml+xml')
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/html; charset=utf-8',
      html,
    ])
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-request-id')).toBeTruthy()
    expect(await (await ask('application/json, text/html;q=0.5')).json()).toEqual({ html })
  })

  it.each([
    [
      '400, naming the place',
      { type: 'doc', content: [{ type: 'widget' }] },
      {},
      400,
      'invalid_request',
    ],
    ['400 for what is no document', '"text"', {}, 400, 'invalid_request'],
    ['400 for what is no JSON', '{"type"', {}, 400, 'invalid_request'],
    ['401 without a credential', document, { as: null }, 401, 'unauthorized'],
    [
      '413 for more than 5 MB',
      { type: 'doc', content: [{ type: 'text', text: 'x'.repeat(5 * 1024 * 1024) }] },
      {},
      413,
      'payload_too_large',
    ],
    [
      '415 for another type',
      'a=1',
      { headers: { 'content-type': 'text/plain' } },
      415,
      'unsupported_media_type',
    ],
  ] as const)('%s', async (_title, body, more, status, error) => {
    const answer = await convert(body, more)
    expect({ status: answer.status, body: answer.body }).toEqual({
      status,
      body: {
        error,
        message: expect.any(String) as string,
        statusCode: status,
        details: expect.any(Object) as object,
      },
    })
  })
})

describe('GET /api/v2/changelog/feed.xml', () => {
  it('is a public feed', async () => {
    const answer = await feedRoute.GET(
      new Request('http://localhost:3000/api/v2/changelog/feed.xml'),
      {},
    )
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/rss+xml; charset=utf-8',
    ])
    expect(await answer.text()).toContain('<title><![CDATA[Rounds 0.1.0]]></title>')
  })

  it('is read only', async () => {
    expect(
      await api.send(feedRoute.POST, '/api/v2/changelog/feed.xml', { method: 'POST' }),
    ).toMatchObject({ status: 405 })
  })
})
