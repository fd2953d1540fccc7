/**
 * `npm run bench [name …]`: runs the benchmarks of bench/, one after the other. Each prints its
 * result as a line of JSON; they are collected in `.cache/bench.json` and shown as a table.
 * bench/README.md explains the figures and has those of one machine.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const resultsFile = '.cache/bench.json'
const names = process.argv.slice(2)
const all = globSync('bench/*.ts')
  .map((file) => path.basename(file, '.ts'))
  .sort()
const results: Record<string, unknown> = existsSync(resultsFile)
  ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Record<string, unknown>)
  : {}

/** The last JSON that a benchmark printed; it may have several lines. */
function resultIn(output: string): unknown {
  const from =
    output.lastIndexOf('{"benchmark"') >= 0
      ? output.lastIndexOf('{"benchmark"')
      : output.indexOf('{\n')
  try {
    return JSON.parse(output.slice(from))
  } catch {
    return undefined
  }
}

/** Numbers and texts by their dotted names. */
function flat(value: unknown, name = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[name, value]]
  return Object.entries(value).flatMap(([key, inner]) => flat(inner, name ? `${name}.${key}` : key))
}

for (const name of names.length > 0 ? names : all) {
  if (!existsSync(`bench/${name}.ts`)) {
    process.stderr.write(`There is no benchmark "${name}". There are: ${all.join(', ')}\n`)
    process.exitCode = 1
    continue
  }
  process.stdout.write(`── ${name}\n`)
  const env = { LOG_LEVEL: 'silent', ...process.env }
  const { status, stdout } = spawnSync(process.execPath, [`bench/${name}.ts`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1e8,
    env,
  })
  const result = resultIn(stdout)
  if (status !== 0 || result === undefined) {
    process.stdout.write(stdout)
    process.exitCode = 1
    continue
  }
  results[name] = { at: new Date().toISOString(), result }
  for (const [key, value] of flat(result))
    if (key !== 'benchmark') process.stdout.write(`   ${key.padEnd(44)} ${String(value)}\n`)
}
mkdirSync(path.dirname(resultsFile), { recursive: true })
writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
