import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { archiveSettings, forgetArchive } from './archiving.ts'

let place: string
let dataDir: string
let archive: string
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'rounds-archive-'))
  dataDir = path.join(place, 'data')
  archive = path.join(place, 'archive')
  mkdirSync(dataDir)
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

it('goes on with the archive of its data folder', () => {
  archiveSettings(archive, dataDir)
  expect(archiveSettings(archive, dataDir)).toMatchObject({ archive_mode: 'on' })
})

it('makes no new archive in place of one whose disk is away', () => {
  archiveSettings(archive, dataDir)
  rmSync(archive, { recursive: true })
  expect(() => archiveSettings(archive, dataDir)).toThrow('Is its disk mounted?')
  expect(existsSync(archive)).toBe(false)
  // The place at which a disk is mounted is an empty folder.
  mkdirSync(archive)
  expect(() => archiveSettings(archive, dataDir)).toThrow('Is its disk mounted?')
})

it('begins another archive elsewhere, or when the old one was given up', () => {
  archiveSettings(archive, dataDir)
  rmSync(archive, { recursive: true })
  archiveSettings(path.join(place, 'other'), dataDir)
  forgetArchive(dataDir)
  expect(archiveSettings(archive, dataDir)).toMatchObject({ archive_mode: 'on' })
})
