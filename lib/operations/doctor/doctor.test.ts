import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { authDb, engineDb } from '#db/client'
import { noteBackup } from '#lib/last-backup'
import { instanceAdministrators } from '#db/schema/people'
import { workers } from '#db/schema/runs'
import { serviceNumbers } from '#db/schema/service'
import type { Finding } from '#lib/contracts/instance/installation'
import { reportOnce, type ServiceNumbers } from '#lib/engine/worker/report-numbers'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { makeClient } from '#lib/postgres'
import { selfSigned } from '#test/fakes/self-signed'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { signedIn, type Person } from '#test/samples/person'
import { readMetrics } from '../service/read-metrics.ts'
import { examine } from './examine.ts'
import { inSentences } from './in-sentences.ts'
import { migrationCheck } from './migration-check.ts'
import { standbyFindings } from './work-check.ts'

const api = useApi()
const route = endpointsAt('/api/v2/instance/findings')
const before = { ...env() }
let ada: Person

beforeAll(async () => {
  ada = await signedIn(api.organization.id, 'worker', 'Ada Admin')
  await authDb()
    .insert(instanceAdministrators)
    .values({ userId: ada.actor.id, grantedBy: 'First start' })
})
// A setting that was not given is no key of `before`.
afterEach(() =>
  Object.assign(env(), { SMTP_URL: undefined, DATABASE_REPLICA_URL: undefined, ...before }),
)

const of = (findings: Finding[], level: Finding['level']) =>
  findings.filter((finding) => finding.level === level).map(({ says }) => says)
const found = async (level: Finding['level']) => of(await examine(), level).join('\n')

async function report(change: (numbers: ServiceNumbers) => void): Promise<void> {
  await reportOnce(newId())
  const [row] = await engineDb().select().from(serviceNumbers)
  const numbers = row?.numbers as ServiceNumbers
  change(numbers)
  await engineDb().update(serviceNumbers).set({ numbers, at: new Date() })
}

describe('the doctor', () => {
  it('says that no worker is alive and that nobody counts', async () => {
    expect(await found('problem')).toContain('No worker is alive, so runs wait.')
    expect(await found('warning')).toContain('The numbers of queue and books are missing')
    const id = newId()
    await engineDb().insert(workers).values({ id, lockKey: 1, host: 'test' })
    await report(() => undefined)
    expect(await found('fine')).toContain('One worker is alive.')
    expect(await found('fine')).toContain('The books balance')
    expect(await found('fine')).toContain('No job is due.')
  })

  it('says what waits for a person, what is late, and that the books do not balance', async () => {
    await report((numbers) => {
      numbers.books.balanced = false
      numbers.queue = { due: 7, dueSeconds: 300, later: 0 }
      if (!numbers.operation) throw new Error('not counted')
      numbers.operation.unknownOutcomes = { waiting: 2, oldestSeconds: 90 }
      numbers.operation.schedulesLate = { late: 1, oldestSeconds: 600 }
      numbers.receivedMails = { waiting: 1, oldestSeconds: 1200 }
    })
    const problems = await found('problem')
    expect(problems).toContain('The books do not balance')
    expect(problems).toContain('7 jobs are due, and the oldest has waited 5 min.')
    expect(problems).toContain('1 schedule is late, up to 10 min.')
    expect(problems).toContain('1 received mail is not read, the oldest for 20 min.')
    const warnings = await found('warning')
    expect(warnings).toContain('2 calls have an unknown outcome')
  })

  it('asks the database for its standbys, also while nobody counts', async () => {
    const standby = makeClient({
      connectionString: `${api.database.url}?replication=true`,
      application_name: 'c',
    })
    await standby.connect()
    onTestFinished(async () => await standby.end())
    await engineDb()
      .update(serviceNumbers)
      .set({ at: new Date(0) })
    expect(await found('fine')).toContain('The standby c follows.')
    expect(await readMetrics()).toContain('rounds_replica_lag_seconds{replica="c"} 0')
    const one = { awaited: '', connected: 1 }
    expect(standbyFindings([{ name: 'b', lagSeconds: 90 }], one)).toMatchObject([
      { level: 'warning', says: 'The standby b has not replayed the last 90 s.' },
    ])
    expect(standbyFindings([], one)).toMatchObject([
      { level: 'warning', says: expect.stringContaining('1 standby is there, and the role') },
    ])
    expect(standbyFindings([], { awaited: 'b', connected: 0 })).toMatchObject([
      { level: 'problem', says: expect.stringContaining('Commits wait for a standby') },
    ])
  })

  it('asks the database for its settings and its clock', async () => {
    const fine = await found('fine')
    expect(fine).toMatch(/connections are in use/)
    expect(fine).toMatch(/clocks of this machine and of the database differ by 0\.\d s/)
  })

  it('says how old the last backup is, and that there is none', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'rounds-doctor-'))
    Object.assign(env(), { DATA_DIR: folder })
    expect(await found('warning')).toContain(`There is no backup of ${folder}.`)
    const at = new Date('2026-01-02T03:04:05Z')
    await noteBackup(folder, { at, target: '/backups' })
    expect(await found('warning')).toContain(
      'The last backup is of 2026-01-02 03:04 UTC, in /backups.',
    )
    await noteBackup(folder, { at: new Date(), target: '/backups' })
    expect(await found('fine')).toContain('The last backup is of ')
    rmSync(folder, { recursive: true })
  })

  it('says that the server for reads is no standby', async () => {
    expect(await found('problem')).not.toContain('standby')
    Object.assign(env(), { DATABASE_REPLICA_URL: api.database.url })
    expect(await found('problem')).toContain('leads to a server that is no standby')
  })

  it('says which labels of workers nobody serves, and that something has none', async () => {
    await engineDb().delete(workers)
    const [worker] = await engineDb()
      .insert(workers)
      .values({ id: newId(), lockKey: 77, host: 'zone', labels: ['lab'], unbound: false })
      .returning()
    const label = { workers: 0, bound: 2, waiting: 0, oldestSeconds: 0 }
    await report((numbers) => {
      numbers.labels = [{ ...label, label: 'emr-zone' }]
    })
    const findings = await examine()
    expect(of(findings, 'fine').join()).toContain('They serve the labels lab (1).')
    expect(of(findings, 'warning').join()).toContain('No living worker serves the label “emr-zone”')
    expect(of(findings, 'problem').join()).toContain('what is bound to no label waits')
    await report((numbers) => {
      numbers.labels = [{ ...label, label: 'emr-zone', waiting: 3 }]
    })
    expect(await found('problem')).toContain('3 runs wait for it.')
    await engineDb()
      .delete(workers)
      .where(eq(workers.id, worker?.id ?? ''))
  })

  it('says that a mail server does not answer, without its password', async () => {
    env().SMTP_URL = 'smtp://user:hunter2@127.0.0.1:9'
    const findings = await examine()
    expect(of(findings, 'problem').join('\n')).toMatch(
      /The mail server 127\.0\.0\.1:9 cannot be used \(E\w+\)/,
    )
    expect(JSON.stringify(findings)).not.toContain('hunter2')
  })

  it('says when the certificate is not trusted, and that a proxy is not', async () => {
    const { key, certificate: cert } = selfSigned('localhost')
    const server = createServer({ key, cert }, (_request, response) => response.end())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    try {
      env().BASE_URL = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
      const warnings = await found('warning')
      expect(warnings).toContain('This machine does not trust the certificate')
      expect(await found('fine')).toMatch(/The certificate of \S+ ends in [\d,]+ days\./)
      env().BASE_URL = 'https://rounds.invalid'
      expect(await found('warning')).toContain('TRUSTED_PROXIES is 0')
    } finally {
      server.close()
    }
  })

  it('compares the database with the release', async () => {
    const findings = await examine([migrationCheck(api.database.url)])
    expect(of(findings, 'fine')).toContain('The database is of this release.')
  })

  it('begins with the worst, and counts', () => {
    const text = inSentences([
      { about: 'Mail', level: 'fine', says: 'It works.', toDo: null },
      { about: 'Database', level: 'problem', says: 'It is away.', toDo: 'Start it.' },
    ])
    expect(text).toBe(
      '✗ Database: It is away.\n    Start it.\n✓ Mail: It works.\n\n1 problem, no warnings.',
    )
  })
})

describe('GET /api/v2/instance/findings', () => {
  it('answers an instance administrator, and nobody else', async () => {
    const asked = await api.send(route.GET, '/', { as: null, headers: ada.headers })
    expect(asked).toMatchObject({ status: 200 })
    expect(asked.body['findings']).toEqual(
      expect.arrayContaining([expect.objectContaining({ about: 'Database' })]),
    )
    expect((await api.send(route.GET, '/', { as: 'owner' })).status).toBe(403)
    const bo = await signedIn(api.organization.id, 'owner', 'Bo Owner')
    expect((await api.send(route.GET, '/', { as: null, headers: bo.headers })).status).toBe(403)
  })
})
