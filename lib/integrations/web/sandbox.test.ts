import { expect, it } from 'vitest'
import { openWeb, sendWeb } from '#test/suites/web-provider'
import { webSandbox } from './sandbox.ts'

const port = openWeb(webSandbox, { config: {}, servers: [] })

it('answers with what was sent, below its address only', async () => {
  const sent = { method: 'POST', body: '{"a":1}' }
  const { status, body } = await sendWeb(port, `${port.baseUrl}/a?b=c`, sent)
  expect(status).toBe(200)
  expect(JSON.parse(body)).toEqual({
    method: 'POST',
    path: '/a',
    query: { b: 'c' },
    body: { a: 1 },
  })
  await expect(sendWeb(port, 'https://example.com/')).rejects.toMatchObject({
    code: 'invalid_request',
  })
})
