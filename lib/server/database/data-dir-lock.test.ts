import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { processIdentity } from '#lib/process-identity'

import { lockDataDir } from './data-dir-lock.ts'

let folder = ''
const file = () => path.join(folder, 'lock.json')

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rounds-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function leave(holder: { pid: number; identity: string; host?: string }, secondsAgo = 0): void {
  writeFileSync(
    file(),
    JSON.stringify({ host: hostname(), address: 'http://localhost:3999', ...holder }),
  )
  const then = new Date(Date.now() - secondsAgo * 1000)
  utimesSync(file(), then, then)
}

test('a second start learns where the first one runs', () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const pid = child.pid as number
  leave({ pid, identity: processIdentity(pid) as string })
  expect(() => lockDataDir(folder, 'http://localhost:3000')).toThrow(
    new RegExp(`already running on the data folder .*: http://localhost:3999 \\(process ${pid}\\)`),
  )
  child.kill('SIGKILL')
})

test('the lock of a process that was killed is taken over', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  leave({ pid, identity: 'of a process that is gone' })
  lockDataDir(folder, 'http://localhost:3000')()
  expect(existsSync(file())).toBe(false)
})

test('so is a lock whose process id another process has now', () => {
  leave({ pid: process.pid, identity: 'started long before' })
  const unlock = lockDataDir(folder, 'http://localhost:3000')
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({
    pid: process.pid,
    identity: processIdentity(process.pid),
    address: 'http://localhost:3000',
  })
  unlock()
})

test('the lock of another machine is valid while it shows signs of life', () => {
  leave({ pid: 1, identity: 'unknown here', host: 'another-container' }, 5)
  expect(() => lockDataDir(folder, 'http://localhost:3000')).toThrow('on another-container')
  leave({ pid: 1, identity: 'unknown here', host: 'another-container' }, 60)
  lockDataDir(folder, 'http://localhost:3000')()
})

test('a lock copied with a running folder does not lock the copy', () => {
  const unlock = lockDataDir(folder, 'http://localhost:3000')
  const copy = `${folder}-copy`
  try {
    spawnSync('cp', ['-a', folder, copy])
    const unlockCopy = lockDataDir(copy, 'http://localhost:3001')
    // The copy's own lock is valid, and so is the original's.
    expect(() => lockDataDir(copy, 'http://localhost:3002')).toThrow('http://localhost:3001')
    expect(() => lockDataDir(folder, 'http://localhost:3002')).toThrow('http://localhost:3000')
    unlockCopy()
    expect(existsSync(file())).toBe(true)
  } finally {
    rmSync(copy, { recursive: true, force: true })
    unlock()
  }
})

test('a folder that is moved while it is in use stays locked', () => {
  lockDataDir(folder, 'http://localhost:3000')
  const moved = `${folder}-moved`
  renameSync(folder, moved)
  try {
    expect(() => lockDataDir(moved, 'http://localhost:3001')).toThrow('http://localhost:3000')
  } finally {
    rmSync(moved, { recursive: true, force: true })
  }
})

test('a partially written lock is no lock', () => {
  writeFileSync(file(), '{"pid":')
  lockDataDir(folder, 'http://localhost:3000')()
  expect(existsSync(file())).toBe(false)
})
