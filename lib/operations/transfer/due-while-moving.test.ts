import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { inOrganization } from '#db/client'
import { mails } from '#db/schema/documents'
import { schedules } from '#db/schema/schedules'
import { newId } from '#lib/ids'
import { createOrganizationWithOwner } from '#lib/operations/organizations/create-organization-with-owner'
import { queueMail } from '#lib/operations/mails/queue-mail'
import { startMailServer, type MailServer } from '#test/fakes/mail-server'
import { seedWorkflow } from '#test/harness/seed-organization'
import {
  inCell,
  killCell,
  queryAt,
  runAt,
  startCell,
  useTwoCells,
  writeSettings,
  type TestCell,
} from '#test/harness/two-cells'
import { until } from '#test/harness/until'
import { graph } from '#test/samples/graph'

// Two installations are started, each with its own cluster.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const two = useTwoCells()
let server: MailServer
const definition = graph('first', { first: { type: 'charge', config: { value: 1 } } })
const underWay = 'A mail that is being sent'

/** An organization with a schedule that fires once a year, and an owner for emergencies. */
async function makeOrganization(cell: TestCell, slug: string): Promise<string> {
  return await inCell(cell, async () => {
    const organizationId = await createOrganizationWithOwner({
      organizationName: slug,
      slug,
      ownerEmail: `${slug}@example.com`,
      ownerName: 'Ada',
      password: 'correct horse battery staple',
    })
    const { workflowId } = await seedWorkflow(organizationId, definition)
    const times = { name: 'Yearly', cron: '0 0 1 1 *', timeZone: 'UTC' }
    await inOrganization(organizationId, (tx) =>
      tx.insert(schedules).values({ id: newId(), organizationId, workflowId, ...times }),
    )
    await queryAt(
      cell.databaseUrl,
      `insert into break_glass_owners (organization_id, user_id)
       select organization_id, user_id from members where organization_id = $1`,
      [organizationId],
    )
    return organizationId
  })
}

/** Its schedule was due that many minutes ago, and its owners are to be told of a sign-in. */
async function makeDue(cell: TestCell, id: string, minutes: number): Promise<void> {
  const at = `date_trunc('minute', now() at time zone 'UTC') - interval '${minutes} minutes'`
  for (const set of [
    `schedules set cron = to_char(${at}, 'FMMI FMHH24 FMDD FMMM') || ' *',
       next_at = (${at}) at time zone 'UTC'`,
    'break_glass_owners set used_at = now()',
  ])
    await queryAt(cell.databaseUrl, `update ${set} where organization_id = $1`, [id])
}

const countOf = (slug: string): number =>
  server.received.filter(({ recipients }) => recipients.includes(`${slug}@example.com`)).length

async function startsOf(cell: TestCell, id: string): Promise<number> {
  const rows = await queryAt(
    cell.databaseUrl,
    `select from schedule_occurrences where organization_id = $1 and status = 'started'`,
    [id],
  )
  return rows.length
}

beforeAll(async () => {
  server = await startMailServer({ hold: true })
  for (const cell of [two.west, two.east]) {
    await killCell(cell)
    cell.environment['SMTP_URL'] = server.url
    await startCell(cell)
  }
})
afterAll(async () => {
  server.letGo()
  await server.close()
})

const moveArgs = () => [
  'lib/server/organizations.ts',
  'move',
  'st-mary',
  '--to',
  'east',
  '--settings',
  writeSettings(two.east, two.place),
]

/** Moves until both cells have its rows; its mail is answered while it waits for calls. */
async function moveUntilThere(): Promise<void> {
  const child = spawn(process.execPath, moveArgs(), {
    env: two.west.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('Waiting for calls')) server.letGo()
    if (line.includes('Comparing')) child.kill('SIGKILL')
  }
  expect(await exit).toEqual([null, 'SIGKILL'])
}

it('what falls due while it moves waits, and happens once where it goes on', async () => {
  const { west, east } = two
  const id = await makeOrganization(west, 'st-mary')
  const others = [
    { cell: west, slug: 'stays-west', id: await makeOrganization(west, 'stays-west') },
    { cell: east, slug: 'stays-east', id: await makeOrganization(east, 'stays-east') },
  ]
  await inCell(west, async () => {
    const mail = { key: newId(), to: ['patient@example.com'], subject: underWay, text: 'Hello' }
    await inOrganization(id, (tx) => queueMail(tx, id, mail))
  })
  await until('the mail is being sent', () => server.received.length === 1)
  await moveUntilThere()

  // Both cells have it now, and both work for others.
  for (const cell of [west, east]) await makeDue(cell, id, 10)
  const othersAct = async (times: number) => {
    for (const { cell, slug, id: other } of others) {
      await makeDue(cell, other, 10 - times)
      await until(
        `${slug} goes on`,
        async () => {
          const starts = await startsOf(cell, other)
          return starts === times && countOf(slug) === times
        },
        60_000,
      )
    }
  }
  await othersAct(1)
  const itsStarts = async () => [await startsOf(west, id), await startsOf(east, id)]
  expect([await itsStarts(), countOf('st-mary')]).toEqual([[0, 0], 0])

  expect(await runAt(west, moveArgs())).toContain('is in the cell east')
  await until(
    'it goes on',
    async () => {
      return (await startsOf(east, id)) === 1 && countOf('st-mary') === 1
    },
    60_000,
  )
  await othersAct(2)
  expect([await itsStarts(), countOf('st-mary')]).toEqual([[0, 1], 1])
  expect(countOf('patient')).toBe(1)
  await inCell(east, async () => {
    const rows = await inOrganization(id, (tx) =>
      tx.select({ subject: mails.subject, status: mails.status }).from(mails),
    )
    expect(rows.filter(({ subject }) => subject === underWay)).toEqual([
      { subject: underWay, status: 'sent' },
    ])
  })
})
