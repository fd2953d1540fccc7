import { expect, it } from 'vitest'
import { makeClient } from '#lib/postgres'
import type { Target } from '#lib/org-database/target'
import {
  dropOrganizationDatabases,
  makeOrganizationDatabase,
} from '#test/harness/organization-database'
import { seedOrganization } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { describeDatabase } from './describe.ts'
import { runInSomeOrder } from './rebuild.ts'

const database = useTestDatabase()
dropOrganizationDatabases()

async function asOrganization<T>(
  { host, port, database: name, user, password }: Target,
  work: (client: ReturnType<typeof makeClient>) => Promise<T>,
): Promise<T> {
  const client = makeClient({ host, port, database: name, user, password })
  await client.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

async function made(): Promise<Target> {
  const { organizationId } = await seedOrganization()
  return (await makeOrganizationDatabase(database.url, organizationId, 'clinic', 'none')).target
}

/** One of each kind that the gate lets an organization make. */
const objects = `
  create type clinic.state as enum ('open', 'it''s closed');
  create sequence clinic.numbers as integer increment 5 start 100 cache 3 cycle;
  create table clinic."Odd name" ("Column with "" quote" numeric(10, 2) default 1.5,
    id uuid default gen_random_uuid() not null unique deferrable initially deferred);
  create table clinic.patients (
    id bigint generated always as identity (start 7 increment 2) primary key,
    name varchar(40) not null collate "C" check (length(name) > 1),
    state clinic.state default 'open', states clinic.state[],
    number integer default nextval('clinic.numbers'), note jsonb,
    initial text generated always as (left(name, 1)) stored,
    doubled integer generated always as (number * 2));
  alter table clinic.patients drop column note, add column note jsonb default '{"a": 1}';
  create table clinic.serials (id serial primary key, patient bigint
    references clinic.patients on delete cascade);
  create unlogged table clinic.quick (n int);
  create table clinic.visits (id uuid, at timestamptz, patient bigint references clinic.patients,
    primary key (id, at)) partition by range (at);
  create table clinic.visits_2026 partition of clinic.visits
    for values from ('2026-01-01') to ('2027-01-01') partition by hash (id);
  create table clinic.visits_2026_a partition of clinic.visits_2026
    for values with (modulus 1, remainder 0);
  create table clinic.staff (name text not null);
  create table clinic.doctors (licence text) inherits (clinic.staff);
  create index visits_at on clinic.visits (at desc) include (patient);
  create unique index patients_name on clinic.patients (lower(name)) where state = 'open';
  create view clinic.late as select id from clinic.patients;
  create view clinic.early as select id, name from clinic.patients where state = 'open';
  create or replace view clinic.late as select id from clinic.early;
  create materialized view clinic.counts as select state, count(*) as n from clinic.patients group by 1;
  create unique index counts_state on clinic.counts (state);
  create view clinic.audited as select count(*) from clinic.audit_logs;
  comment on table clinic.patients is 'Who''s coming';
  comment on column clinic.patients.name is 'As in the passport';
  comment on view clinic.late is 'A view'`

it('describes what makes the same objects again', async () => {
  const from = await made()
  const into = await made()
  const described = await asOrganization(from, async (client) => {
    await client.query(objects)
    await client.query(`insert into clinic.patients (name) values ('Ada'), ('Grace')`)
    return await describeDatabase(client, 'clinic')
  })
  expect(described.tables.map(({ name }) => name)).toEqual([
    'clinic."Odd name"',
    'clinic.patients',
    'clinic.serials',
    'clinic.quick',
    'clinic.visits_2026_a',
    'clinic.staff',
    'clinic.doctors',
  ])
  const again = await asOrganization(into, async (client) => {
    await client.query(`set local search_path = ''`)
    await runInSomeOrder(client, described.before)
    await runInSomeOrder(client, described.after)
    return await describeDatabase(client, 'clinic')
  })
  // The order may be another one where nothing depends on it.
  const sorted = ({ before, tables, after }: typeof described) => ({
    before: before.toSorted(),
    after: after.toSorted(),
    tables: tables.toSorted((one, two) => (one.name < two.name ? -1 : 1)),
  })
  expect(sorted(again)).toEqual(sorted(described))
  expect(described.after.join('\n')).toContain('create view clinic.late')
  const next = await asOrganization(into, async (client) => {
    const { rows } = await client.query<{ id: string; number: number }>(
      `insert into clinic.patients (name) values ('Joan') returning id, number`,
    )
    return rows[0]
  })
  expect(next?.id).toBe('11')
})

it('of an empty database there is nothing', async () => {
  const target = await made()
  const described = await asOrganization(
    target,
    async (client) => await describeDatabase(client, 'clinic'),
  )
  expect(described).toEqual({ before: [], tables: [], after: [] })
})
