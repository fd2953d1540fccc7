import type pg from 'pg'
import { newId } from '#lib/ids'
import type { Person } from './about.ts'
import type { OwnerSession } from './owner-session.ts'
import type { Row } from './rows.ts'
import type { tablesFor } from './tables.ts'

type Tables = ReturnType<typeof tablesFor>

const userColumnsSql = `
  select conrelid::regclass::text as table, attname as column
  from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'f' and confrelid = 'users'::regclass and array_length(conkey, 1) = 1`

/** The accounts that rows of these tables refer to. */
async function accountIds(
  session: OwnerSession,
  organizationId: string,
  tables: Tables,
): Promise<Set<string>> {
  const { client } = session
  const { rows: columns } = await client.query<{ table: string; column: string }>(userColumnsSql)
  const ids = new Set<string>()
  for (const { table, column } of columns) {
    const known = tables[table]
    if (!known || known.role !== 'rounds_app') continue
    await session.actAs('rounds_app')
    const { rows } = await client.query<{ id: string }>(
      `select distinct ${column} as id from ${table}
       where organization_id = $1 and ${column} is not null`,
      [organizationId],
    )
    for (const { id } of rows) ids.add(id)
  }
  return ids
}

/** Who belongs to the organization, or did and is named by its rows. */
export async function loadPeople(
  session: OwnerSession,
  organizationId: string,
  tables: Tables,
): Promise<Person[]> {
  const ids = await accountIds(session, organizationId, tables)
  await session.actAs('rounds_auth')
  const { rows } = await session.client.query<Person>(
    `select id, email, name, exists (select from members where user_id = users.id
       and organization_id = $2) as member
     from users where id = any($1::uuid[]) order by id`,
    [[...ids], organizationId],
  )
  return rows
}

export type Matched = {
  /** The id of each person's account here, by that of the other installation. */
  accounts: Map<string, string>
  /** The addresses of members whose account was created here, without a password. */
  created: string[]
}

async function accountOf(client: pg.Client, { email }: Person): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    'select id from users where lower(email) = lower($1)',
    [email],
  )
  return rows[0]?.id
}

/** The same id when it is free, so that it stands in older answers and logs, too. */
async function createAccount(client: pg.Client, { id, email, name }: Person): Promise<string> {
  const { rowCount } = await client.query('select from users where id = $1', [id])
  const own = rowCount === 0 ? id : newId()
  await client.query('insert into users (id, email, name) values ($1, $2, $3)', [own, email, name])
  return own
}

/** Finds each person's account here by e-mail, or creates one without a password. */
export async function matchPeople(session: OwnerSession, people: Person[]): Promise<Matched> {
  await session.actAs('rounds_auth')
  const { client } = session
  const accounts = new Map<string, string>()
  const created: string[] = []
  for (const person of people) {
    let id = await accountOf(client, person)
    if (id === undefined) {
      id = await createAccount(client, person)
      if (person.member) created.push(person.email)
    }
    accounts.set(person.id, id)
  }
  return { accounts, created }
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Writes the accounts of this installation into every value of a row that names a person. */
export function renamePeople(row: Row, accounts: Matched['accounts']): void {
  for (const [column, value] of Object.entries(row))
    if (value !== null && value.length >= 36)
      row[column] = value.replace(uuid, (id) => accounts.get(id) ?? id)
}

/**
 * Those of `people` who belong to no other organization here, and have the same id: between cells
 * their account comes along.
 */
export async function accountsThatCome(
  { client, actAs }: OwnerSession,
  { accounts }: Matched,
  organizationId: string,
): Promise<Set<string>> {
  const same = [...accounts].filter(([there, here]) => there === here).map(([id]) => id)
  await actAs('rounds_auth')
  const { rows } = await client.query<{ id: string }>(
    `select id from users where id = any($1::uuid[]) and not exists (select from members
       where user_id = users.id and organization_id <> $2)`,
    [same, organizationId],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Empties the account of these people of what comes along. */
export async function clearAccounts(
  { client, actAs }: OwnerSession,
  ids: Set<string>,
): Promise<void> {
  await actAs('rounds_auth')
  for (const table of ['passkeys', 'recovery_codes', 'second_factors'])
    await client.query(`delete from ${table} where user_id = any($1::uuid[])`, [[...ids]])
}

/** Only those whose id is another one here. */
export const otherIds = ({ accounts }: Matched): Matched['accounts'] =>
  new Map([...accounts].filter(([there, here]) => there !== here))
