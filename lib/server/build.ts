import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

import { buildFormPage } from '#lib/form-page/build'
import { SettingsError } from '#lib/settings-error'

import { say } from './say.ts'

/**
 * The sources of a build. They exclude tests and files that only start processes, so changing those
 * needs no new build.
 */
const sources = [
  '{app,components,db,lib,public}/**/*.*',
  'proxy.ts',
  'instrumentation.ts',
  'next.config.ts',
  'postcss.config.*',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
const stamp = path.resolve('.next/rounds-build')
/** Another command in this folder may be building the same sources. */
const maxOtherBuildMs = 300_000
const notPartOfBuild =
  /\.test\.tsx?$|^test\/|^lib\/server\/|^db\/(?:embedded|migrate|migrations|seed)/

/**
 * Builds the pages with `next build`, unless a build of the same sources exists. Returns whether it
 * did.
 */
export async function ensureBuilt(): Promise<boolean> {
  const wanted = hashOfSources()
  if (isBuilt(wanted)) return false
  say('Building the pages (after each change of the sources, about a minute) …')
  const startedAt = Date.now()
  const ticking = setInterval(
    () => say(`  still building (${Math.round((Date.now() - startedAt) / 1000)} s)`),
    20_000,
  )
  try {
    while (!isBuilt(wanted)) {
      const { code, output } = await nextBuild()
      if (code === 0 && existsSync('.next/BUILD_ID')) {
        await buildFormPage()
        writeFileSync(stamp, wanted)
      } else if (
        output.includes('build process is already running') &&
        Date.now() - startedAt < maxOtherBuildMs
      )
        await sleep(2000)
      else
        throw new SettingsError(
          'The pages could not be built (next build ended with ' +
            `${code}).\n${output.trim().split('\n').slice(-40).join('\n')}`,
        )
    }
  } finally {
    clearInterval(ticking)
  }
  say(`Built in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
  return true
}

function isBuilt(wanted: string): boolean {
  return existsSync('.next/BUILD_ID') && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(process.version)
  const entries = sources
    .flatMap((pattern) => globSync(pattern, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
  const files = entries.map((entry) =>
    path.relative('.', path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
  )
  for (const file of files.filter((name) => !notPartOfBuild.test(name)).sort())
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

async function nextBuild(): Promise<{ code: number; output: string }> {
  const next = path.resolve('node_modules/next/dist/bin/next')
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    ROUNDS_PARENT_PID: String(process.pid),
  }
  // A build that outlived this process would keep Next's lock for ever, so it ends when the channel
  // to this process closes. This is a file and not a data: address, because Next passes these
  // arguments to its workers in NODE_OPTIONS and loses their quotes there.
  const args = [
    '--import',
    pathToFileURL(path.resolve('lib/server/end-with-parent.ts')).href,
    next,
    'build',
  ]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return await new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
