import { expect, it } from 'vitest'
import { webHeaderSuite } from '#test/suites/web-header-suite'
import { webApiKey } from './api-key.ts'

webHeaderSuite({
  provider: webApiKey,
  settings: { header: 'X-Clinic-Key' },
  secrets: { apiKey: 'secret-key' },
  header: 'x-clinic-key',
  value: 'secret-key',
})

it.each(['Host', 'content-length', 'a b', 'x\r\ny'])('refuses the header %j', (header) =>
  expect(webApiKey.config.safeParse({ baseUrl: 'https://a.example', header }).success).toBe(false),
)
