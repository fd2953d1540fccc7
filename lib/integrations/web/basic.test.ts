import { webHeaderSuite } from '#test/suites/web-header-suite'
import { webBasic } from './basic.ts'

webHeaderSuite({
  provider: webBasic,
  settings: { userName: 'rounds' },
  secrets: { password: 'pä:ss' },
  header: 'authorization',
  value: 'Basic cm91bmRzOnDDpDpzcw==',
})
