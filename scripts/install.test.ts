import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

let root = ''
const integrity = 'sha512-AAAA'
const packages = { '': { name: 'clone' }, 'node_modules/left': { version: '1.0.0', integrity } }

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'rounds-install-'))
  cpSync('scripts/install.mjs', path.join(root, 'install.mjs'))
  write('package.json', { name: 'clone', version: '1.0.0', dependencies: { left: '1.0.0' } })
  write('package-lock.json', {
    name: 'clone',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      ...packages,
      '': { name: 'clone', version: '1.0.0', dependencies: { left: '1.0.0' } },
    },
  })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, content: unknown): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), JSON.stringify(content))
}

function install(): { status: number | null; stdout: string; stderr: string } {
  const script = `import { ensureInstalled } from './install.mjs'
    await ensureInstalled(process.cwd()).catch((error) => { process.stderr.write(error.message); process.exitCode = 1 })`
  const env = {
    ...process.env,
    npm_config_registry: 'http://127.0.0.1:1/',
    npm_config_cache: path.join(root, 'cache'),
    npm_execpath: '',
  }
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
}

test('an unreachable registry is one sentence that names it', () => {
  const { status, stdout, stderr } = install()
  expect(stdout).toContain('Installing dependencies (once')
  expect(stderr).toMatch(
    /^Dependencies could not be installed: http:\/\/127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)\..*run the same command again\.$/,
  )
  expect(status).toBe(1)
})

test("a developer's own install counts, and is remembered", () => {
  write('node_modules/.package-lock.json', {
    packages: { 'node_modules/left': packages['node_modules/left'] },
  })
  write('node_modules/left/package.json', { name: 'left', version: '1.0.0' })
  expect(install()).toMatchObject({ status: 0, stdout: '' })
  expect(existsSync(path.join(root, 'node_modules/.rounds-installed'))).toBe(true)
})

test.each([
  ['without its closing note', undefined],
  ['of another version', { packages: { 'node_modules/left': { version: '0.9.0', integrity } } }],
  ['with a package missing', { packages: {} }],
])('an install %s is repeated', (_what, note) => {
  write('node_modules/left/package.json', { name: 'left', version: '1.0.0' })
  if (note) write('node_modules/.package-lock.json', note)
  expect(install().stdout).toContain('The installed dependencies are incomplete')
})
