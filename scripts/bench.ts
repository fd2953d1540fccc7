/** `npm run bench [name …]`: runs the benchmarks of bench/, one after the other; each prints its result as JSON. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'

const names = process.argv.slice(2)
const all = globSync('bench/*.ts').map((file) => path.basename(file, '.ts')).sort()
for (const name of names.length > 0 ? names : all) {
  if (!existsSync(`bench/${name}.ts`)) {
    process.stderr.write(`There is no benchmark "${name}". There are: ${all.join(', ')}\n`)
    process.exitCode = 1
    continue
  }
  process.stdout.write(`── ${name}\n`)
  if (spawnSync(process.execPath, [`bench/${name}.ts`], { stdio: 'inherit' }).status !== 0) process.exitCode = 1
}
