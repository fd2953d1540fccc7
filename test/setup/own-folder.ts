import path from 'node:path'

/**
 * Test files that run at the same time keep their files apart, since some remove the whole folder
 * when they are done.
 */
const pool = process.env['VITEST_POOL_ID'] ?? '0'
const folder = process.env['DATA_DIR'] ?? ''
if (path.basename(folder) !== `pool-${pool}`)
  process.env['DATA_DIR'] = path.join(folder, `pool-${pool}`)
