/**
 * Writes examples/client.gen.ts, a typed client of the whole API, from the OpenAPI document that
 * the service publishes. `--check` writes nothing and fails when the file is stale.
 */
import { generateSource } from 'oazapfts'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contracts } from '#lib/http/endpoints'
import { openApiDocument } from '#lib/http/openapi/openapi'

const target = path.join(import.meta.dirname, '../examples/client.gen.ts')

const folder = mkdtempSync(path.join(tmpdir(), 'rounds-client-'))
const source = path.join(folder, 'openapi.json')
writeFileSync(source, JSON.stringify(openApiDocument('http://localhost:3000', contracts)))
const text = `${(await generateSource(source, { useUnknown: true, futureStripLegacyMethods: true })).trimEnd()}\n`
rmSync(folder, { recursive: true })

const read = () => {
  try {
    return readFileSync(target, 'utf8')
  } catch {
    return ''
  }
}

if (process.argv.includes('--check')) {
  if (read() !== text) {
    process.stderr.write('examples/client.gen.ts is stale. Run: npm run generate\n')
    process.exitCode = 1
  }
} else if (read() !== text) writeFileSync(target, text)
