import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { SettingsError } from '#lib/settings-error'

import { say } from './say.ts'

/** What a build is made from. A test or a benchmark is not in it, so changing one does not build anew. */
const sources = ['{app,components,db,lib,public}/**/*.*', 'proxy.ts', 'next.config.ts', 'postcss.config.*', 'tsconfig.json', 'package.json', 'package-lock.json']
const apart = /\.test\.tsx?$|^lib\/testing\/|^lib\/server\//

/** Builds the pages with `next build` unless the build that is there was made from the same sources. */
export async function ensureBuilt(): Promise<void> {
  const stamp = path.resolve('.next/rounds-build')
  const wanted = hashOfSources()
  if (existsSync('.next/BUILD_ID') && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('Building the pages (after each change of the sources, about a minute) …')
  const began = Date.now()
  const ticking = setInterval(() => say(`  still building (${Math.round((Date.now() - began) / 1000)} s)`), 20_000)
  try {
    await nextBuild()
  } finally {
    clearInterval(ticking)
  }
  writeFileSync(stamp, wanted)
  say(`Built in ${Math.round((Date.now() - began) / 1000)} s.`)
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(process.version)
  const entries = sources.flatMap((pattern) => globSync(pattern, { withFileTypes: true })).filter((entry) => entry.isFile())
  const files = entries.map((entry) => path.relative('.', path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  for (const file of files.filter((name) => !apart.test(name)).sort()) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

async function nextBuild(): Promise<void> {
  const next = path.resolve('node_modules/next/dist/bin/next')
  const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' }
  const child = spawn(process.execPath, [next, 'build'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  process.off('exit', end)
  if (code !== 0) throw new SettingsError(`The pages could not be built (next build ended with ${String(code)}).\n${output.trim().split('\n').slice(-40).join('\n')}`)
}
