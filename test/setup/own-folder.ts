import path from 'node:path'

/**
 * Concurrent test files have separate folders, because some delete the whole folder when they end.
 */
const pool = process.env['VITEST_POOL_ID'] ?? '0'
const folder = process.env['DATA_DIR'] ?? ''
if (path.basename(folder) !== `pool-${pool}`)
  process.env['DATA_DIR'] = path.join(folder, `pool-${pool}`)
