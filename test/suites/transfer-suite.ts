import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { authDb, engineDb, inOrganization } from '#db/client'
import { startEmbeddedPostgres } from '#db/embedded'
import { asyncResults } from '#db/schema/async-results'
import { connections } from '#db/schema/connections'
import { files, mails } from '#db/schema/documents'
import { organizations } from '#db/schema/organizations'
import { members, users } from '#db/schema/people'
import { runs } from '#db/schema/runs'
import { webhookTriggers } from '#db/schema/webhooks'
import { openArchive, readArchive } from '#lib/backup/archive'
import { putFile } from '#lib/documents/file-store'
import { startRun } from '#lib/engine/commands/start-run'
import { startWorker, type Worker } from '#lib/engine/worker/worker'
import { newId } from '#lib/ids'
import { makeClient } from '#lib/postgres'
import { sealText } from '#lib/sealed-text'
import {
  hashOfToken,
  newWebhookToken,
  sealOfWebhook,
} from '#lib/operations/webhooks/webhook-secrets'
import { connectionPlace } from '#lib/operations/connections/secrets'
import { effectTypes } from '#test/chaos/effects'
import { startCountingProvider, type CountingProvider } from '#test/chaos/provider'
import { noServices } from '#test/harness/engine'
import {
  dropOrganizationDatabases,
  makeOrganizationDatabase,
} from '#test/harness/organization-database'
import { seedEveryTable } from '#test/harness/seed-every-table'
import { seedWorkflow } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { until } from '#test/harness/until'
import { graph } from '#test/samples/graph'
import { exportOrganization, type Exported } from '#lib/operations/transfer/export-organization'
import { transferred } from '#lib/operations/transfer/tables'

// A second installation is made, with its own cluster and secret key.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 })

const source = useTestDatabase()
dropOrganizationDatabases()

const passphrase = 'a passphrase for the journey'
const secretOfConnection = 'the-password-of-the-warehouse'
const markOfOther = 'planted-mark-of-the-other-organization'
// New ones for each file: an organization's database is named by its id, and files share a server.
const own = newId()
const other = newId()
const definition = graph('first -> second -> third -> end', {
  first: { type: 'charge', config: { value: 1, slowMs: 40 } },
  second: { type: 'book', config: { value: 2, slowMs: 40 } },
  third: { type: 'order', config: { value: 3, slowMs: 40 } },
  end: { type: 'echo', config: { value: 'done' } },
})
/** Longer than a part of an upload to S3. */
const scan = 'a page of a scan '.repeat(600_000)
const large = { text: 'a long referral '.repeat(30_000) }

let place: string
let webhookToken: string
let provider: CountingProvider
let worker: Worker | undefined
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let archive: string
let exported: Exported
let started: string[]

/** Where the other installation keeps its files. */
export type OtherStore = {
  settings: Record<string, string>
  /** The names of files and payloads that lie there. */
  stored(dataDir: string): string[]
}
let otherStore: OtherStore

/** The environment of the other installation. */
const elsewhere = () => ({
  ...process.env,
  ...otherStore.settings,
  DATABASE_URL: postgres.url,
  DATA_DIR: path.join(place, 'elsewhere'),
  SECRET_KEY: 'the secret key of the other installation',
  PROVIDER_URL: provider.url,
  LOG_LEVEL: 'error',
})

async function ended(child: ReturnType<typeof spawn>): Promise<string> {
  const exit = once(child, 'exit')
  const [said, wrong] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ])
  if ((await exit)[0] !== 0) throw new Error(wrong || said)
  return said
}

const start = (args: string[]) =>
  spawn(process.execPath, args, { env: elsewhere(), stdio: ['ignore', 'pipe', 'pipe'] })

/** Runs a command of the operator of the other installation; answers what it said. */
const command = async (...args: string[]) =>
  await ended(start(['lib/server/organizations.ts', ...args]))
const importing = (file = archive) => [
  'import',
  file,
  '--passphrase-file',
  path.join(place, 'pass'),
]

/** Runs statements at the other installation, past the product. */
async function there<T extends object>(query: string, values: unknown[] = []): Promise<T[]> {
  const client = makeClient({ connectionString: postgres.url })
  await client.connect()
  try {
    return (await client.query<T>(query, values)).rows
  } finally {
    await client.end()
  }
}

/** Runs a program at the other installation, connected to its database. */
const program = async (body: string) =>
  JSON.parse(
    await ended(
      start([
        '--input-type=module',
        '-e',
        `import { closeDatabase, configureDatabase, inOrganization } from '#db/client'
         import { urlsOfRoles } from '#lib/server/database/urls-of-roles'
         configureDatabase(await urlsOfRoles(process.env.DATABASE_URL))
         const answer = await (async () => { ${body} })()
         await closeDatabase()
         process.stdout.write(JSON.stringify(answer), () => process.exit(0))`,
      ]),
    ),
  ) as unknown

async function* once_(content: string): AsyncGenerator<Buffer> {
  yield Buffer.from(content)
}

async function storeFile(
  organizationId: string,
  content: string,
  fileName = 'a.txt',
): Promise<void> {
  const { storageKey, size, sha256 } = await putFile(once_(content), { maxBytes: 2e7 })
  const row = { id: newId(), organizationId, fileName, mimeType: 'text/plain' }
  await inOrganization(organizationId, (tx) =>
    tx.insert(files).values({ ...row, size, sha256, storageKey }),
  )
}

/** Adds a result that is too large for its row, as documents of an information exchange are. */
async function storeResult(organizationId: string, content: string): Promise<void> {
  const { storageKey: resultKey } = await putFile(once_(content), { maxBytes: 10_000 })
  const row = { id: newId(), organizationId, kind: 'manual', status: 'completed' } as const
  await inOrganization(organizationId, (tx) =>
    tx.insert(asyncResults).values({ ...row, resultKey, completedAt: new Date() }),
  )
}

async function addPerson(organizationId: string, email: string): Promise<string> {
  const id = newId()
  await authDb().insert(users).values({ id, email, name: 'Ada' })
  await authDb()
    .insert(members)
    .values({ organizationId, userId: id, role: 'owner', name: 'Ada', email })
  return id
}

async function addConnection(organizationId: string, secret: string): Promise<void> {
  const id = newId()
  const row = { id, organizationId, kind: 'warehouse' as const, slug: `warehouse-${id}` }
  const secrets = sealText(connectionPlace({ id, organizationId }), secret)
  await inOrganization(organizationId, (tx) =>
    tx
      .insert(connections)
      .values({ ...row, provider: 'sandbox', name: secret, config: {}, secrets }),
  )
}

/** Gives the webhook of the organization an address. */
async function addWebhook(organizationId: string): Promise<void> {
  const token = newWebhookToken(organizationId)
  if (organizationId === own) webhookToken = token
  await inOrganization(organizationId, async (tx) => {
    const [row] = await tx.select().from(webhookTriggers)
    if (!row) throw new Error('every table was seeded')
    await tx
      .update(webhookTriggers)
      .set({
        token: sealOfWebhook('webhook addresses', row, token),
        tokenHash: hashOfToken(token),
        secret: null,
      })
      .where(eq(webhookTriggers.workflowId, row.workflowId))
  })
}

const launch = async (
  organizationId: string,
  ids: { workflowId: string; versionId: string },
  startData = {},
) =>
  await inOrganization(
    organizationId,
    async (tx) =>
      await startRun(tx, {
        organizationId,
        ...ids,
        definition,
        startData,
        trigger: 'api',
        startedBy: null,
        startedByUserId: null,
      }),
  )

/** Starts runs until it is stopped. */
function startTraffic(organizationId: string, ids: { workflowId: string; versionId: string }) {
  const runIds: string[] = []
  const stopping = new AbortController()
  const going = (async () => {
    while (!stopping.signal.aborted) {
      try {
        runIds.push((await launch(organizationId, ids)).runId)
      } catch (error) {
        // The export has ended its work here.
        if ((error as { code?: string }).code !== 'workflow_paused') throw error
      }
      await delay(20) // not a wait: the pace of the load
    }
  })()
  return { runIds, stop: async () => (stopping.abort(), await going) }
}

/** What the organization has made in its own database: one of each kind. */
const ownObjects = `
  create type clinic.state as enum ('open', 'it''s closed');
  create sequence clinic.numbers increment 5 start 100;
  create table clinic.patients (id bigint generated always as identity primary key,
    name text not null check (length(name) > 1), state clinic.state default 'open',
    number integer default nextval('clinic.numbers'), born date, note jsonb, picture bytea,
    initial text generated always as (left(name, 1)) stored);
  create table clinic.visits (id uuid, at timestamptz, patient bigint references clinic.patients,
    primary key (id, at)) partition by range (at);
  create table clinic.visits_2026 partition of clinic.visits for values from ('2026-01-01') to ('2027-01-01');
  create index visits_at on clinic.visits (at);
  create unique index patients_name on clinic.patients (lower(name)) where state = 'open';
  create view clinic.open_patients as select id, name from clinic.patients where state = 'open';
  create view clinic.names as select name from clinic.open_patients;
  create materialized view clinic.counts as select count(*) as n from clinic.patients;
  comment on table clinic.patients is 'Who comes';
  insert into clinic.patients (name, born, note, picture)
    select 'Patient ' || n, date '0044-03-15 BC' + n, 'null', '\\x00ff' from generate_series(1, 3000) n;
  insert into clinic.visits select gen_random_uuid(), '2026-05-05 10:00:00.123456+02', 7;
  refresh materialized view clinic.counts`

async function makeDatabase(organizationId: string): Promise<void> {
  const { target } = await makeOrganizationDatabase(source.url, organizationId, 'clinic', 'none')
  const { host, port, database, user, password } = target
  const client = makeClient({ host, port, database, user, password })
  await client.connect()
  await client.query(ownObjects)
  await client.end()
}

async function seedEverything(): Promise<void> {
  const client = makeClient({ connectionString: source.url })
  await client.connect()
  await seedEveryTable(client, [own, other])
  // Those rows stand for the database that is made below.
  await client.query('delete from organization_databases')
  await client.query(
    `update organizations set slug = 'own-clinic' where id = '${own}';
     update organizations set name = '${markOfOther}' where id = '${other}';
     update workflows set paused_at = now(), paused_by = 'Ada' where organization_id in ('${own}', '${other}');
     update identities set connection_id = (select id from sso_connections where organization_id = '${own}')
       where user_id in (select user_id from members where organization_id = '${own}');
     update mails set status = 'sent' where organization_id in ('${own}', '${other}')`,
  )
  await client.end()
}

/**
 * One organization is exported under load and goes on in another installation. This installation keeps
 * its files where `process.env` says.
 */
export function testTransfer(store: OtherStore): void {
  otherStore = store
  beforeAll(async () => {
    place = mkdtempSync(path.join(tmpdir(), 'rounds-transfer-'))
    // Postgres does not run as root, and its user has to reach the folder.
    chmodSync(place, 0o711)
    writeFileSync(path.join(place, 'pass'), passphrase)
    writeFileSync(path.join(place, 'wrong'), 'another passphrase than that')
    archive = path.join(place, 'clinic.rounds')
    provider = await startCountingProvider()
    process.env['PROVIDER_URL'] = provider.url
    const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }
    postgres = await startEmbeddedPostgres({ dataDir: path.join(place, 'elsewhere'), settings })
    await ended(start(['lib/server/migrate.ts']))
  })
  afterAll(async () => {
    await worker?.stop()
    await postgres.stop()
    await provider.close()
    rmSync(place, { recursive: true, force: true })
  })

  it('exports one organization out of two, under load', async () => {
    await seedEverything()
    await addPerson(own, 'ada@example.com')
    await addPerson(own, 'grace@example.com')
    await addPerson(other, `${markOfOther}@example.com`)
    for (const [id, mark] of [
      [own, 'own'],
      [other, markOfOther],
    ] as const) {
      await storeFile(id, `a referral of ${mark}`)
      await addConnection(id, id === own ? secretOfConnection : markOfOther)
      await addWebhook(id)
    }
    await storeFile(own, scan, 'scan.txt')
    await storeResult(own, '"documents of own"')
    await makeDatabase(own)
    const ids = await seedWorkflow(own, definition)
    const otherIds = await seedWorkflow(other, definition, markOfOther)
    await launch(other, otherIds, { name: markOfOther })
    worker = await startWorker({
      services: noServices,
      openConnection: async () => await Promise.reject(new Error('no connection')),
      stepTypes: new Map(effectTypes.map((type) => [type.info.type, type])),
    })
    const { runId: withPayload } = await launch(own, ids, large)
    const traffic = startTraffic(own, ids)
    onTestFinished(traffic.stop)
    await until('the load has begun', () => provider.entries.length > 30)
    await inOrganization(own, (tx) =>
      tx.insert(mails).values({
        id: newId(),
        organizationId: own,
        key: newId(),
        recipients: ['a@example.com'],
        subject: 'A letter',
        text: 'See Rounds.',
        status: 'queued',
      }),
    )
    exported = await exportOrganization({
      ownerUrl: source.url,
      file: archive,
      passphrase,
      rounds: '0.1.0',
      move: true,
      organization: {
        id: own,
        slug: 'own-clinic',
        name: 'Test Clinic',
      },
      say: () => undefined,
    })
    await traffic.stop()
    started = [...traffic.runIds, withPayload]
    // The rows that were made up name bytes that nobody stored.
    expect(exported.missing.filter((name) => !/text-1|0000-7000-8000/.test(name))).toEqual([])
    const [row] = await engineDb().select().from(organizations).where(eq(organizations.id, own))
    expect(row?.movedAt).toBeInstanceOf(Date)
    // The source has stopped: nothing is called after the export.
    const calls = provider.entries.filter(({ run }) => started.includes(run)).length
    await until('the other organization goes on', async () => {
      const rows = await engineDb().select().from(runs).where(eq(runs.organizationId, other))
      return rows.some(
        ({ workflowId, status }) => workflowId === otherIds.workflowId && status === 'completed',
      )
    })
    expect(provider.entries.filter(({ run }) => started.includes(run)).length).toBe(calls)
    await worker.stop()
    worker = undefined
  })

  it('has every table of the organization, and nothing of another one', async () => {
    const found = new Set<string>()
    const places: string[] = []
    for await (const { name, content } of readArchive(
      archive,
      await openArchive(archive, passphrase),
    )) {
      found.add(name.split('/').slice(0, 2).join('/'))
      const bytes = content.toString('latin1')
      if ([markOfOther, other, 'text-2', secretOfConnection].some((mark) => bytes.includes(mark))) {
        // The name of our connection is its secret in this test; its secret itself is encrypted.
        const isName = name.startsWith('rows/connections/')
        if (!isName || bytes.includes(markOfOther)) places.push(name)
      }
      if (name.startsWith('rows/connections/'))
        expect(bytes.split(secretOfConnection)).toHaveLength(2)
    }
    expect(places).toEqual([])
    const rows = Object.keys(transferred).filter((table) => !found.has(`rows/${table}`))
    expect(rows).toEqual([])
  })

  it('refuses a wrong passphrase, changed bytes and a torn archive, and leaves nothing', async () => {
    await expect(
      command('import', archive, '--passphrase-file', path.join(place, 'wrong')),
    ).rejects.toThrow('not the passphrase')
    const whole = readFileSync(archive)
    const damaged = path.join(place, 'damaged')
    const changed = Buffer.from(whole)
    changed[whole.length - 1000] = (changed[whole.length - 1000] ?? 0) ^ 1
    for (const bytes of [changed, whole.subarray(0, whole.length - 1)]) {
      writeFileSync(damaged, bytes)
      await expect(command(...importing(damaged))).rejects.toThrow('cannot be used')
    }
    await expectNothing()
  })

  async function expectNothing(): Promise<void> {
    expect(await there('select id from organizations')).toEqual([])
    expect(await there('select run_id from run_search union all select id from users')).toEqual([])
    expect(
      await there(`select datname from pg_database where datname like 'rounds_org_%'`),
    ).toEqual([])
    expect(otherStore.stored(path.join(place, 'elsewhere'))).toEqual([])
  }

  it('an import that fails late leaves nothing', async () => {
    // A row of the archive clashes with one that is here, which is found after most were written.
    await there(`alter table workflow_tests add constraint none check (false)`)
    await expect(command(...importing())).rejects.toThrow('violates check constraint "none"')
    await there(`alter table workflow_tests drop constraint none`)
    await expectNothing()
  })

  it('an import that is killed leaves no row, and the next one succeeds', async () => {
    const child = start(['lib/server/organizations.ts', ...importing()])
    let said = ''
    for await (const chunk of child.stdout) {
      said += String(chunk)
      if (said.includes('Writing its rows')) break
    }
    child.kill('SIGKILL')
    expect(await there('select id from organizations')).toEqual([])
    expect(await there('select id from users')).toEqual([])

    await there(`insert into users (id, email, name) values ($1, 'ADA@example.com', 'Ada')`, [
      newId(),
    ])
    await until('the killed import has gone', async () => {
      const rows = await there(
        `select from pg_stat_activity where application_name = 'rounds transfer'`,
      )
      return rows.length === 0
    })
    // What it may have made before it was killed; an operator does what the refusal says.
    for (const { datname } of await there<{ datname: string }>(
      `select datname from pg_database where datname like 'rounds_org_%'`,
    ))
      await there(`drop database ${datname} with (force)`)
    const answer = await command(...importing())
    expect(answer).toContain('DONE')
    expect(answer).toMatch(/Hand this to grace@example.com only: http/)
    expect(answer).not.toMatch(/Hand this to ada@example.com/i)
    await expect(command(...importing())).rejects.toThrow('is in this installation already')
  })

  it('has all of it there: rows, files, secrets, its database, its people', async () => {
    const countsHere = makeClient({ connectionString: source.url })
    await countsHere.connect()
    for (const [table, { rows }] of Object.entries(transferred)) {
      const query = `select count(*)::int as count from ${table} where ${rows.replaceAll('$1', `'${own}'`)}`
      const { rows: here } = await countsHere.query<{ count: number }>(query)
      const [copied] = await there<{ count: number }>(query)
      // The import has its own entry in the audit log.
      const more = table === 'audit_entries' ? 1 : 0
      expect([table, copied?.count]).toEqual([table, (here[0]?.count ?? 0) + more])
    }
    await countsHere.end()
    const found = await program(`
    const { files } = await import('#db/schema/documents')
    const { asyncResults } = await import('#db/schema/async-results')
    const { connections } = await import('#db/schema/connections')
    const { payloads } = await import('#db/schema/runs')
    const { openFile } = await import('#lib/documents/file-store')
    const { readPayloadFile } = await import('#lib/engine/store/payload-files')
    const { openText } = await import('#lib/sealed-text')
    const { connectionPlace } = await import('#lib/operations/connections/secrets')
    const { findWebhook } = await import('#lib/operations/webhooks/find-webhook')
    const { openOfWebhook } = await import('#lib/operations/webhooks/webhook-secrets')
    const { builtInPlace } = await import('#lib/operations/sql/database-targets')
    const { makeClient } = await import('#lib/postgres')
    const { createHash } = await import('node:crypto')
    const { target } = await builtInPlace('${own}', 'none')
    const client = makeClient(target)
    await client.connect()
    const ask = async (text) => (await client.query(text)).rows
    const { trigger } = await findWebhook('${webhookToken}')
    const answer = await inOrganization('${own}', async (tx) => ({
      webhook: openOfWebhook('webhook addresses', trigger, trigger.token),
      file: await new Response(await openFile((await tx.select().from(files)).find((f) => f.fileName === 'a.txt').storageKey)).text(),
      result: await new Response(await openFile((await tx.select().from(asyncResults)).find((r) => r.resultKey !== null).resultKey)).text(),
      scan: createHash('sha256').update(new Uint8Array(await new Response(await openFile((await tx.select().from(files)).find((f) => f.fileName === 'scan.txt').storageKey)).arrayBuffer())).digest('hex'),
      secret: (await tx.select().from(connections)).filter((c) => c.secrets?.startsWith('v')).map((c) => openText(connectionPlace(c), c.secrets)),
      payload: await Promise.all((await tx.select().from(payloads)).filter((p) => p.body === null && p.size > 1000).map(async (p) => String(Buffer.from(await readPayloadFile(p.runId, p.hash))).length)),
      patients: await ask("select count(*)::int as n, md5(string_agg(p::text, '' order by id)) as sum from clinic.patients p"),
      view: await ask('select count(*)::int as n from clinic.names'),
      counts: await ask('select n::int from clinic.counts'),
      visits: await ask('select at from clinic.visits'),
      next: await ask("insert into clinic.patients (name) values ('New') returning id::int, number, initial"),
      owner: await ask("select count(*)::int as n from clinic.tasks").catch((error) => error.message),
    }))
    await client.end()
    return answer`)
    expect(found).toMatchObject({
      file: 'a referral of own',
      result: '"documents of own"',
      scan: createHash('sha256').update(scan).digest('hex'),
      secret: [secretOfConnection],
      // Whoever posts to it only has to know the new host.
      webhook: webhookToken,
      view: [{ n: 3000 }],
      counts: [{ n: 3000 }],
      patients: [{ n: 3000 }],
      visits: [{ at: '2026-05-05T08:00:00.123Z' }],
      next: [{ id: 3001, number: 100 + 5 * 3000, initial: 'N' }],
    })
    const { payload } = found as { payload: number[] }
    expect(payload).toContain(JSON.stringify(large).length)
    const { target } = await sourceTarget()
    const client = makeClient(target)
    await client.connect()
    const { rows: sums } = await client.query(
      `select count(*)::int as n, md5(string_agg(p::text, '' order by id)) as sum from clinic.patients p`,
    )
    await client.end()
    expect((found as { patients: unknown }).patients).toEqual(sums)
    // The account that was there is the member now, and every row names it.
    const [ada] = await there<{ id: string; email: string }>(
      `select u.id, u.email from members m join users u on u.id = m.user_id
     where m.organization_id = $1 and m.email = 'ada@example.com'`,
      [own],
    )
    expect(ada?.email).toBe('ADA@example.com')
  })

  const sourceTarget = async () => {
    const { loginOf, organizationNames } = await import('#lib/org-database/names')
    const { hostname, port } = new URL(source.url)
    const { database } = organizationNames(own)
    return { target: { host: hostname, port: Number(port), database, ...loginOf(own, 'none') } }
  }

  it('is held there until it is released; then every run goes on to its end, nothing twice', async () => {
    const [before] = await there<{ paused: number; running: number; mails: number }>(
      `select (select count(*)::int from workflows where paused_at is not null) as paused,
      (select count(*)::int from runs where status = 'running' or lease_worker is not null) as running,
      (select count(*)::int from mails where status = 'held') as mails`,
    )
    expect(before).toMatchObject({ paused: 2, running: 0, mails: 1 })
    expect(await command('release', 'own-clinic')).toContain('goes on: 1 workflow with')
    const calls = provider.entries.length
    const answer = await program(`
    const { startWorker } = await import('#lib/engine/worker/worker')
    const { effectTypes } = await import('#test/chaos/effects')
    const { until } = await import('#test/harness/until')
    const { loadRunTotals } = await import('#lib/engine/store/reads/run-totals')
    const { engineDb } = await import('#db/client')
    const worker = await startWorker({
      services: {},
      openConnection: async () => { throw new Error('no connection') },
      stepTypes: new Map(effectTypes.map((type) => [type.info.type, type])),
    })
    const asked = []
    await until('every run has ended or asks a person', async () => {
      const { rows } = await engineDb().execute("select id from tasks where status = 'suspended' and state->>'reason' = 'unknown-outcome'")
      for (const row of rows) if (!asked.includes(row.id)) asked.push(row.id)
      const { rows: open } = await engineDb().execute("select id from runs where status in ('running', 'suspended') and workflow_id in (select id from workflows where paused_at is null) and id not in (select run_id from tasks where status = 'suspended' and state->>'reason' = 'unknown-outcome')")
      return open.length === 0
    })
    await worker.stop()
    return { asked, totals: await loadRunTotals(engineDb()) }`)
    const { asked } = answer as { asked: string[] }
    // Each call was made once, here or there; one that was under way at the export asks a person.
    expect(asked.length).toBeLessThanOrEqual(exported.atWork)
    expect(provider.entries.filter(({ repeat }) => repeat)).toEqual([])
    if (asked.length === 0)
      for (const id of started)
        expect([id, provider.entries.filter(({ run }) => run === id).length]).toEqual([id, 3])
    expect(provider.entries.length).toBeGreaterThan(calls)
    const [ends] = await there<{ ended: number }>(
      `select count(*)::int as ended from runs where organization_id = $1 and status = 'completed'`,
      [own],
    )
    expect(ends?.ended).toBeGreaterThanOrEqual(started.length - asked.length)
    const totals = (answer as { totals: { accepted: number } & Record<string, number> }).totals
    expect(totals['accepted']).toBeGreaterThan(0)
  })

  it('goes on from there to the next one, with the secrets in the key of that installation', async () => {
    const next = path.join(place, 'next.rounds')
    const pass = ['--passphrase-file', path.join(place, 'pass')]
    await expect(command('export', 'own-clinic', next)).rejects.toThrow(
      'Name a file with a passphrase',
    )
    const said = await command('export', 'own-clinic', next, ...pass)
    expect(said).toMatch(/DONE: [\d,]+ rows/)
    expect(said).toContain('It goes on here')
    const names: string[] = []
    for await (const { name } of readArchive(next, await openArchive(next, passphrase)))
      names.push(name)
    expect(names).toContain('rows/connections/0.jsonl')
    expect(names).toContain('database/rows/0/0.jsonl')
    await expect(command(...importing(next))).rejects.toThrow('is in this installation already')
  })
}
