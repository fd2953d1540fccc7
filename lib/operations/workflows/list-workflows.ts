import { and, desc, eq, ilike, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { readInOrganization } from '#db/replica'
import { organizations } from '#db/schema/organizations'
import { runs } from '#db/schema/runs'
import { workflows, workflowVersions } from '#db/schema/workflows'
import type { WorkflowSummary } from '#lib/contracts/workflows/workflows'
import type { Page, PageQuery } from '#lib/domain/page'
import type { RunStatus } from '#lib/domain/statuses'
import { coalesced } from '#lib/coalesce'
import { firstIdAt } from '#lib/ids'
import type { AccessTable } from '#lib/domain/access/scope'
import { mayNotOf } from '#lib/domain/access/own-rights'
import { may } from '#lib/domain/access/scope'
import { visibleWorkflows, whereTable } from '#lib/operations/access/access-sql'
import { scopeOf, targetOf } from '#lib/operations/access/scope-of'
import { containing } from '#lib/operations/containing'
import { defineOutsideOperation } from '#lib/operations/define-operation'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { withTag } from './tags.ts'

type LastRun = { id: string; status: RunStatus; createdAt: string }
type Days = WorkflowSummary['runsByDay']

/**
 * Leaves out the drafts, which can be large; the database decides whether one differs from what is
 * published.
 */
const columns = {
  id: workflows.id,
  slug: workflows.slug,
  name: workflows.name,
  description: workflows.description,
  folderId: workflows.folderId,
  tags: workflows.tags,
  formPublic: workflows.formPublic,
  pausedAt: workflows.pausedAt,
  pausedBy: workflows.pausedBy,
  createdAt: workflows.createdAt,
  createdBy: workflows.createdBy,
  updatedAt: workflows.draftUpdatedAt,
  updatedBy: workflows.draftUpdatedBy,
  versionId: workflowVersions.id,
  versionNumber: workflowVersions.number,
  publishedAt: workflowVersions.createdAt,
  publishedBy: workflowVersions.publishedBy,
  // Usually both are the same text; only if not, Postgres compares them as `jsonb`.
  hasUnpublishedChanges: sql<boolean>`case
    when ${workflows.draft}::text = ${workflowVersions.definition}::text then false
    else ${workflows.draft}::jsonb is distinct from ${workflowVersions.definition}::jsonb end`,
  lastRun: sql<LastRun | null>`(select json_build_object('id', r.id, 'status', r.status,
    'createdAt', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from ${runs} r where r.workflow_id = ${workflows.id} and r.loop is null order by r.id desc
      limit 1)`,
}

/**
 * Counts the runs of each day of the last fortnight, in the organization's zone: one range of the
 * index `runs_workflow` for each workflow of the page. The lower bound is computed here, roughly,
 * since under row-level security no index serves a condition that calls a function; the list of
 * days excludes earlier runs.
 */
async function runsByDay(tx: Tx, ids: string[]): Promise<Map<string, Days>> {
  const from = firstIdAt(new Date(Date.now() - 16 * 24 * 3_600_000))
  const rows = await tx.execute<{ id: string; date: string; total: number; failed: number }>(sql`
    with zone as (select ${organizations.timeZone} as name from ${organizations} limit 1),
    days as (select generate_series((now() at time zone zone.name)::date - 13,
      (now() at time zone zone.name)::date, interval '1 day')::date as day from zone),
    counts as (
      select r.workflow_id, (r.created_at at time zone zone.name)::date as day, count(*) as total,
        count(*) filter (where r.status = 'failed') as failed
      from ${runs} r, zone
      where ${inArray(sql`r.workflow_id`, ids)} and r.loop is null and r.id >= ${from}::uuid
      group by 1, 2)
    select w.id, to_char(days.day, 'YYYY-MM-DD') as date, coalesce(counts.total, 0)::int as total,
      coalesce(counts.failed, 0)::int as failed
    from ${workflows} w cross join days
      left join counts on counts.workflow_id = w.id and counts.day = days.day
    where ${inArray(sql`w.id`, ids)} order by w.id, days.day`)
  const byWorkflow = new Map<string, Days>(ids.map((id) => [id, []]))
  for (const { id, date, total, failed } of rows.rows)
    byWorkflow.get(id)?.push({ date, total, failed })
  return byWorkflow
}

type Query = PageQuery & {
  search?: string | undefined
  folder?: string | undefined
  tag?: string | undefined
}
/** Which workflows the caller sees; who sees the same shares one query. */
type Asked = { organizationId: string; query: Query; visible: AccessTable }

const selectWorkflows = (tx: Tx, where: SQL | undefined, count: number) =>
  tx
    .select(columns)
    .from(workflows)
    .leftJoin(workflowVersions, eq(workflowVersions.id, workflows.publishedVersionId))
    .where(where)
    .orderBy(desc(workflows.id))
    .limit(count)

type Row = Awaited<ReturnType<typeof selectWorkflows>>[number]

/** What is the same for everybody who sees the workflow. */
type Shared = Omit<WorkflowSummary, 'mayNot'>

function workflowSummary(row: Row, runsOfDays: Days): Shared {
  const { versionId, versionNumber, publishedAt, publishedBy, pausedAt, pausedBy, ...rest } = row
  const isPublished = versionId && versionNumber && publishedAt
  const published = isPublished
    ? {
        id: versionId,
        number: versionNumber,
        publishedAt: publishedAt.toISOString(),
        publishedBy,
      }
    : null
  return {
    ...rest,
    paused: pausedAt ? { at: pausedAt.toISOString(), by: pausedBy } : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    published,
    runsByDay: runsOfDays,
  }
}

type Listed = { row: Row; summary: Shared }

/** For callers who may not see the workflow's runs: not how many there are, either. */
const withoutRuns = (summary: Shared): Shared => ({
  ...summary,
  lastRun: null,
  runsByDay: summary.runsByDay.map(({ date }) => ({ date, total: 0, failed: 0 })),
})

function matching(text: string): SQL | undefined {
  const pattern = containing(text)
  return or(ilike(workflows.name, pattern), ilike(workflows.slug, pattern))
}

const directlyIn = (folder: string): SQL =>
  folder === 'none' ? isNull(workflows.folderId) : eq(workflows.folderId, folder)

async function pageOf(tx: Tx, { query, visible }: Asked): Promise<Page<Listed>> {
  const search = query.search?.trim()
  const { folder, tag } = query
  const asked = [
    search ? matching(search) : undefined,
    folder ? directlyIn(folder) : undefined,
    tag === undefined ? undefined : withTag(tag),
  ]
  const page = await keysetPage(query, {
    shape: [cursorValue.uuid],
    rows(after, count) {
      const older = after && lt(workflows.id, after[0])
      return selectWorkflows(tx, and(older, whereTable(visible), ...asked), count)
    },
    keyOf: ({ id }) => [id],
    view: (row) => row,
  })
  const ids = page.items.map(({ id }) => id)
  const days = ids.length > 0 ? await runsByDay(tx, ids) : new Map<string, Days>()
  return {
    ...page,
    items: page.items.map((row) => ({
      row,
      summary: workflowSummary(row, days.get(row.id) ?? []),
    })),
  }
}

/**
 * Requests for the same page in the same moment share one query: its statistics take milliseconds
 * of the database, and most members of an organization see the same workflows.
 */
const together = coalesced<Asked, Page<Listed>>(async (askers) => {
  const [first] = askers
  if (!first) return []
  const page = await readInOrganization(first.organizationId, async (tx) => await pageOf(tx, first))
  return askers.map(() => page)
})

/** Lists the workflows of the organization, newest first. */
export const listWorkflows = defineOutsideOperation<Query, Page<WorkflowSummary>>({
  name: 'listWorkflows',
  permission: 'workflows:read',
  async run({ actor, input: { cursor, limit, search, folder, tag } }) {
    const { organizationId } = actor
    const visible = visibleWorkflows(actor)
    const page = await together(
      { organizationId, query: { cursor, limit, search, folder, tag }, visible },
      JSON.stringify([organizationId, cursor, limit, search, folder, tag, visible]),
    )
    const scope = scopeOf(actor)
    return {
      ...page,
      items: page.items.map(({ row, summary }) => ({
        ...(may(scope, 'seeRuns', targetOf(row)) ? summary : withoutRuns(summary)),
        mayNot: mayNotOf(scope, targetOf(row)),
      })),
    }
  },
})
