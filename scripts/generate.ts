/**
 * Writes every generated file anew: runs all scripts/generate-*.ts. `--check` writes nothing and
 * fails when one is stale.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

for (const script of globSync('scripts/generate-*.ts').sort()) {
  const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
