import { inArray, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '#db/client'
import { roles } from '#db/schema/access'
import { businessCalendars } from '#db/schema/calendars'
import { connections } from '#db/schema/connections'
import { directories, directoryGroups } from '#db/schema/directories'
import { files, mails, policies } from '#db/schema/documents'
import { faxes } from '#db/schema/faxes'
import { inboxViews } from '#db/schema/inbox-views'
import { letters } from '#db/schema/letters'
import { apiKeys, invitations, members } from '#db/schema/people'
import { receivedMails } from '#db/schema/received-mails'
import { runs, tasks } from '#db/schema/runs'
import { schedules } from '#db/schema/schedules'
import { secureMessages } from '#db/schema/secure-messages'
import { ssoConnections } from '#db/schema/single-sign-on'
import { templates } from '#db/schema/templates'
import { workflowFolders, workflows } from '#db/schema/workflows'
import { can, type Actor } from '#lib/auth/actor'
import type { AuditEntryView } from '#lib/contracts/organization/audit'
import { roleName } from '#lib/domain/role-name'
import { isUuid } from '#lib/ids'
import { visibleAmong } from '../access/access-sql.ts'

type Thing = { kind: string; id: string }
type About = Pick<AuditEntryView, 'run'> & { name: string | null }

type Named = { table: PgTable; keys: PgColumn[]; name: PgColumn }

/** Things with a name that is no patient data, by the kind that the log writes. */
const named: Readonly<Record<string, Named>> = {
  workflow: { table: workflows, keys: [workflows.id], name: workflows.name },
  folder: { table: workflowFolders, keys: [workflowFolders.id], name: workflowFolders.name },
  schedule: { table: schedules, keys: [schedules.id], name: schedules.name },
  // Calls by the API are written with the slug.
  connection: {
    table: connections,
    keys: [connections.id, connections.slug],
    name: connections.name,
  },
  template: { table: templates, keys: [templates.id], name: templates.name },
  policy: { table: policies, keys: [policies.id], name: policies.title },
  calendar: {
    table: businessCalendars,
    keys: [businessCalendars.id, businessCalendars.slug],
    name: businessCalendars.name,
  },
  member: { table: members, keys: [members.userId], name: members.name },
  user: { table: members, keys: [members.userId], name: members.name },
  invitation: { table: invitations, keys: [invitations.id], name: invitations.name },
  'api-key': { table: apiKeys, keys: [apiKeys.id], name: apiKeys.name },
  role: { table: roles, keys: [roles.slug], name: roles.name },
  directory: { table: directories, keys: [directories.id], name: directories.name },
  'directory-group': {
    table: directoryGroups,
    keys: [directoryGroups.id],
    name: directoryGroups.displayName,
  },
  sso_connection: { table: ssoConnections, keys: [ssoConnections.id], name: ssoConnections.name },
  'inbox-view': { table: inboxViews, keys: [inboxViews.id], name: inboxViews.name },
}

type OfRun = { table: PgTable; id: PgColumn; run: PgColumn; name?: PgColumn }

/** Things that belong to a run. Names of files and subjects of mails may say who the patient is. */
const ofRuns: Readonly<Record<string, OfRun>> = {
  run: { table: runs, id: runs.id, run: runs.id },
  // The title of the step, which is the author's; that of the screen may name a patient.
  task: { table: tasks, id: tasks.id, run: tasks.runId, name: tasks.title },
  file: { table: files, id: files.id, run: files.runId },
  mail: { table: mails, id: mails.id, run: mails.runId },
  'received-mail': { table: receivedMails, id: receivedMails.id, run: receivedMails.runId },
  letter: { table: letters, id: letters.id, run: letters.runId },
  fax: { table: faxes, id: faxes.id, run: faxes.runId },
  'secure-message': { table: secureMessages, id: secureMessages.id, run: secureMessages.runId },
}

const anyOf = (values: readonly string[], type: 'uuid' | 'text'): SQL =>
  sql`any(${sql.param([...values])}::${sql.raw(type)}[])`

/** A select of the names of things of one kind, by what the log calls them. */
function namesOf(kind: string, { table, keys, name }: Named, ids: readonly string[]): SQL[] {
  return keys.flatMap((key) => {
    const isOfUuids = key.getSQLType() === 'uuid'
    const asked = isOfUuids ? ids.filter(isUuid) : ids
    if (asked.length === 0) return []
    const where = sql`${key} = ${anyOf(asked, isOfUuids ? 'uuid' : 'text')}`
    return [
      sql`select ${kind}::text as kind, ${key}::text as id, null::uuid as run,
      ${name}::text as name from ${table} where ${where}`,
    ]
  })
}

function runsOf(kind: string, ids: readonly string[]): SQL[] {
  const asked = ids.filter(isUuid)
  const of = ofRuns[kind]
  if (!of || asked.length === 0) return []
  return [
    sql`select ${kind}::text as kind, ${of.id}::text as id, ${of.run} as run,
    ${of.name ?? sql`null`}::text as name from ${of.table} where ${of.id} = ${anyOf(asked, 'uuid')}`,
  ]
}

type Found = { kind: string; id: string; run: string | null; name: string | null }

async function findThings(tx: Tx, things: readonly Thing[]): Promise<Found[]> {
  const byKind = Map.groupBy(things, ({ kind }) => kind)
  const selects = [...byKind].flatMap(([kind, of]) => {
    const ids = [...new Set(of.map(({ id }) => id))]
    const table = named[kind]
    return table ? namesOf(kind, table, ids) : runsOf(kind, ids)
  })
  if (selects.length === 0) return []
  return (await tx.execute<Found>(sql.join(selects, sql` union all `))).rows
}

/** The cases of those of these runs that the caller sees, by the runs' ids. */
async function casesOf(tx: Tx, actor: Actor, ids: readonly string[]) {
  if (ids.length === 0 || !can(actor, 'runs:read')) return new Map<string, AuditEntryView['run']>()
  const seen = await visibleAmong(tx, actor, ids)
  const around = sql`coalesce(${runs.scopeRunId}, ${runs.id})`
  const rows = await tx
    .select({
      id: runs.id,
      caseId: sql<string>`${around}`,
      title: sql<
        string | null
      >`(select title from ${runs} outer_run where outer_run.id = ${around})`,
    })
    .from(runs)
    .where(inArray(runs.id, [...seen]))
  return new Map(rows.map(({ id, caseId, title }) => [id, { id: caseId, title }]))
}

/**
 * What the things of entries are called now, and to which case they belong. Names of cases say who
 * the patient is: only callers who see the run get them, and no name of a file or subject of a mail
 * is read at all.
 */
export async function nameThings(
  tx: Tx,
  actor: Actor,
  things: readonly Thing[],
): Promise<(thing: Thing) => About> {
  const found = await findThings(tx, things)
  const runIds = found.flatMap(({ run }) => (run === null ? [] : [run]))
  const cases = await casesOf(tx, actor, [...new Set(runIds)])
  const byThing = new Map(found.map((row) => [`${row.kind} ${row.id}`, row]))
  return ({ kind, id }) => {
    const row = byThing.get(`${kind} ${id}`)
    const name = row?.name ?? (kind === 'role' ? roleName(id) : null)
    return { name, run: row?.run ? (cases.get(row.run) ?? null) : null }
  }
}
