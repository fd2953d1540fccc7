import { and, desc, eq, gte, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs } from '#db/schema/runs'
import { workflows, workflowVersions } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { Page, PageQuery } from '#lib/domain/page'
import type { RunSummary } from '#lib/domain/run/run'
import type { RunStatus, RunTrigger } from '#lib/domain/statuses'
import { firstIdAt, instantOfId } from '#lib/ids'
import { cursorValue, decodeCursor, pageOfRows } from '#lib/operations/keyset'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { seesAllRuns, visibleRange, visibleRuns, visibleWithin } from '../access/access-sql.ts'
import { isOfPatient, patientKeysOf } from '../patients/of-patient.ts'
import { runSummaryColumns } from '#lib/engine/store/reads/run-columns'
import { runSummary } from './run-page.ts'
import { isFailing } from './failed-runs.ts'
import { isQuoted, quotedIds } from './of-reference.ts'
import { matches, searchOf, searchRuns } from './search.ts'

type Filters = PageQuery & {
  workflow?: string | undefined
  status?: RunStatus | undefined
  failing?: 'true' | undefined
  trigger?: RunTrigger | undefined
  from?: string | undefined
  to?: string | undefined
  q?: string | undefined
  /** The number of a patient, or `run:<id>` for the patient of a run. */
  patient?: string | undefined
  /** `startData.<path>`: the value of that field. */
  [name: string]: unknown
}

/**
 * Ids sort by the time of their creation, across the monthly tables: from `low` on, and below
 * `high`.
 */
function boundsOf({ cursor, from, to }: Filters): {
  low: string | undefined
  high: string | undefined
} {
  const [after] = decodeCursor(cursor, [cursorValue.uuid]) ?? []
  const until = to === undefined ? undefined : firstIdAt(new Date(new Date(to).getTime() + 1))
  const [high] = [after, until].filter((id) => id !== undefined).toSorted()
  return { low: from === undefined ? undefined : firstIdAt(new Date(from)), high }
}

/**
 * Most pages are full within this time, so that a statement for the newest runs excludes earlier
 * months from its plan.
 */
const nearMs = 32 * 24 * 3_600_000

/** The lowest id of the time before `high` that is read first. */
function nearOf(high: string | undefined): string {
  const until = high === undefined ? Date.now() : instantOfId(high).getTime()
  return firstIdAt(new Date(Math.max(0, until - nearMs)))
}

/**
 * How many ids of a search are read first; each further query reads four times as many, until the
 * page is full. Nearly all of them are used unless the list has other filters. The indexes are read
 * from the newest month on until the number is reached, so a small number leaves most months
 * unread.
 */
const firstLook = (
  wanted: number,
  { workflow, status, failing, trigger, patient }: Filters,
): number =>
  (workflow ?? status ?? failing ?? trigger ?? patient) ? Math.max(500, wanted) : 2 * wanted
const widestLook = 32_000

/** The condition of the filters, without that of access and of a search. Throws 404. */
async function conditionOf(tx: Tx, actor: Actor, input: Filters): Promise<SQL | undefined> {
  const workflow = input.workflow ? await getWorkflowFor(tx, actor, input.workflow) : undefined
  const keys = input.patient ? await patientKeysOf(tx, actor, input.patient) : undefined
  return and(
    workflow ? eq(runs.workflowId, workflow.id) : undefined,
    input.status ? eq(runs.status, input.status) : undefined,
    input.failing ? isFailing : undefined,
    input.trigger ? eq(runs.trigger, input.trigger) : undefined,
    keys && isOfPatient(actor, keys),
  )
}

type Part = { filters: SQL | undefined; within: SQL | undefined; most: number }

/** The newest runs of a part of the list. */
async function rowsWithin(tx: Tx, part: Part) {
  return await tx
    .select(runSummaryColumns)
    .from(runs)
    .innerJoin(workflows, eq(workflows.id, runs.workflowId))
    .leftJoin(workflowVersions, eq(workflowVersions.id, runs.versionId))
    .where(
      and(
        // A run of a loop's items is part of its parent run, and is listed there.
        isNull(runs.loop),
        part.filters,
        part.within,
      ),
    )
    .orderBy(desc(runs.id))
    .limit(part.most)
}

/**
 * Lists runs, newest first. `q` searches all values of the start data, `startData.<field>` one of
 * them.
 */
export const listRuns = defineOperation<Filters, Page<RunSummary>>({
  name: 'listRuns',
  permission: 'runs:read',
  reads: 'at the standby',
  async run({ actor, input, tx }) {
    const seesAll = seesAllRuns(actor)
    const filters = await conditionOf(tx, actor, input)
    const { low, high } = boundsOf(input)
    const wanted = input.limit + 1
    const page = async (within: SQL | undefined, most: number) =>
      await rowsWithin(tx, { filters, within, most })

    const search = searchOf(input)
    const rows: Awaited<ReturnType<typeof page>> = []
    const found = input.q ? matches(input.q) : undefined
    const add = async (within: SQL | undefined): Promise<void> =>
      void rows.push(...(await page(and(found, within), wanted - rows.length)))
    /** Adds those of a range of ids, the newest month first. */
    const addRange = async (visible: SQL | undefined, from?: string, before?: string) => {
      const near = nearOf(before)
      const first = from !== undefined && from > near ? from : near
      await add(and(visible, gte(runs.id, first), before ? lt(runs.id, before) : undefined))
      if (first === near && rows.length < wanted)
        await add(and(visible, from ? gte(runs.id, from) : undefined, lt(runs.id, near)))
    }
    const quoted = input.q ? quotedIds(input.q) : undefined
    if (quoted) {
      const own = await page(and(isQuoted(runs.id, quoted), visibleWithin(actor, quoted)), wanted)
      if (own.length > 0) return pageOfRows(own, input.limit, (row) => [row.id], runSummary)
    }
    if (!search && seesAll) await addRange(undefined, low, high)
    // A patient has few runs: each is asked whether the caller sees it.
    if (!search && !seesAll && input.patient) {
      const from = low ? gte(runs.id, low) : undefined
      await add(and(visibleRuns(actor), from, high ? lt(runs.id, high) : undefined))
    }
    for (
      let before = high, most = firstLook(wanted, input);
      !search && !seesAll && !input.patient && rows.length < wanted;
      most = Math.min(most * 4, widestLook)
    ) {
      const { visible, from } = await visibleRange(tx, actor, { low, high: before, most })
      await addRange(visible, from ?? low, before)
      if (from === undefined) break
      before = from
    }
    for (
      let before = high, most = firstLook(wanted, input);
      search && rows.length < wanted;
      most = Math.min(most * 4, widestLook)
    ) {
      const ids = await searchRuns(tx, search, low, before, most)
      const visible = visibleWithin(actor, { low: ids.at(-1), high: before })
      if (ids.length > 0) await add(and(sql`${runs.id} = any(${sql.param(ids)}::uuid[])`, visible))
      if (ids.length < most) break
      before = ids.at(-1)
    }
    return pageOfRows(rows, input.limit, (row) => [row.id], runSummary)
  },
})
