/**
 * Writes every generated file again: runs all scripts/generate-*.ts. `--check` writes nothing and
 * fails when one is stale.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

/** First, because the others read its output, which may name a deleted step file. */
const first = 'scripts/generate-registry.ts'
const others = globSync('scripts/generate-*.ts').filter((script) => script !== first)

for (const script of [first, ...others.sort()]) {
  const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
