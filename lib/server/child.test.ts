import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { processIdentity } from '#lib/process-identity'

import { keepRunning } from './child.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rounds-child-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Prints its process id, says that it is ready, and stays. It ends on SIGTERM, unless stubborn. */
const program = (stubborn: boolean) => [
  '-e',
  "require('fs').writeFileSync(process.argv[1], String(process.pid)); " +
    `process.on('SIGTERM', () => ${stubborn ? '{}' : 'process.exit(0)'}); ` +
    "process.send('ready'); setInterval(() => {}, 1000)",
  path.join(folder, 'pid'),
]
const pid = () => Number(readFileSync(path.join(folder, 'pid'), 'utf8'))

test('a process that is killed is started again', async () => {
  const child = keepRunning({ name: 'test', args: program(false) })
  await child.ready
  const first = pid()
  process.kill(first, 'SIGKILL')
  await vi.waitFor(() => expect(pid()).not.toBe(first), { timeout: 50_000 })
  await child.stop(2000)
  expect(processIdentity(pid())).toBeUndefined()
})

test('one that ignores SIGTERM is killed at the limit, and not started again', async () => {
  const child = keepRunning({ name: 'test', args: program(true) })
  await child.ready
  const began = Date.now()
  await child.stop(300)
  expect(Date.now() - began).toBeGreaterThanOrEqual(290)
  expect(processIdentity(pid())).toBeUndefined()
})

test('one that never becomes ready is abandoned after three tries', async () => {
  const child = keepRunning({
    name: 'test',
    args: [
      '-e',
      `require('fs').appendFileSync(process.argv[1], 'x'); process.exit(7)`,
      path.join(folder, 'tries'),
    ],
  })
  await expect(child.ready).rejects.toThrow('The test process did not start (code 7).')
  expect(readFileSync(path.join(folder, 'tries'), 'utf8')).toBe('xxx')
  expect(existsSync(path.join(folder, 'pid'))).toBe(false)
})
