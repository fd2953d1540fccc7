import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { demoApiKeyFile, writeDemoApiKey } from '#db/seed/demo-api-key'
import { env } from '#lib/env'
import { greeting } from './greeting.ts'

it('names the file of the API key and never shows the key; its curl line sends the key', () => {
  const folder = env().DATA_DIR
  mkdirSync(folder, { recursive: true })
  try {
    writeDemoApiKey('rk_live_the-key-that-is-not-shown')
    const text = greeting(false)
    expect(text).not.toContain('rk_live')
    expect(statSync(path.join(folder, 'demo-api-key')).mode & 0o777).toBe(0o600)
    const line = text.split('\n').find((each) => each.includes('curl')) ?? ''
    // A curl that records its arguments.
    const script = `curl() { printf '%s\\n' "$@"; }\n${line}`
    const given = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\n')
    expect(given).toContain('Authorization: Bearer rk_live_the-key-that-is-not-shown')
  } finally {
    rmSync(demoApiKeyFile() ?? '', { force: true })
  }
})
