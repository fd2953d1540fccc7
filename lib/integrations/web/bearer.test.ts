import { webHeaderSuite } from '#test/suites/web-header-suite'
import { webBearer } from './bearer.ts'

webHeaderSuite({
  provider: webBearer,
  secrets: { token: 'secret-token' },
  header: 'authorization',
  value: 'Bearer secret-token',
})
