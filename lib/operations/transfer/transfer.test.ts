import { globSync } from 'node:fs'
import { testTransfer } from '#test/suites/transfer-suite'

// Alone in its process: the suite changes process.env.
testTransfer({
  settings: {},
  stored: (dataDir) => globSync('{files,payloads}/*/*/*', { cwd: dataDir }),
})
