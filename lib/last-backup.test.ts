import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { noteBackup, withoutBackupSince } from './last-backup.ts'

it('counts from the last backup, or from the making of the cluster without one', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rounds-last-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // A Postgres of one's own is backed up by its own means.
  expect(await withoutBackupSince(folder)).toBeUndefined()
  const made = new Date('2026-01-01T08:00:00Z')
  mkdirSync(path.join(folder, 'postgres'))
  const version = path.join(folder, 'postgres', 'PG_VERSION')
  writeFileSync(version, '18\n')
  utimesSync(version, made, made)
  expect(await withoutBackupSince(folder)).toEqual(made)
  const at = new Date('2026-01-02T08:00:00Z')
  await noteBackup(folder, { at, target: '/backups' })
  expect(await withoutBackupSince(folder)).toEqual(at)
})

it('takes a folder that cannot be read for no folder without a backup', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rounds-last-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // Root may read everything, but not a link that leads to itself.
  symlinkSync('postgres', path.join(folder, 'postgres'))
  await expect(withoutBackupSince(folder)).rejects.toMatchObject({ code: 'ELOOP' })
  mkdirSync(path.join(folder, 'last-backup.json'))
  await expect(withoutBackupSince(folder)).rejects.toMatchObject({ code: 'EISDIR' })
})
