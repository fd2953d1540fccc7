import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm'
import { backTestRuns } from '#db/schema/back-tests'
import { runs } from '#db/schema/runs'
import type {
  BackTestRun,
  BackTestSummary,
  BackTestView,
} from '#lib/contracts/workflows/back-tests'
import type { BackTestTotals, Verdict } from '#lib/domain/back-test/totals'
import type { Page, PageQuery } from '#lib/domain/page'
import { instantOfId } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { testedWorkflow } from '../workflows/tested-workflow.ts'
import { backTestFor, backTestsOf, viewOf, type TestPlace } from './back-test-view.ts'

/** Lists the back-tests of a workflow. Throws 403, 404. */
export const listBackTests = defineOperation<{ id: string }, { items: BackTestSummary[] }>({
  name: 'listBackTests',
  permission: 'workflows:edit',
  async run({ actor, input, tx }) {
    const workflow = await testedWorkflow(tx, actor, input.id)
    return { items: await backTestsOf(tx, workflow.id) }
  },
})

/** Reads a back-test. Throws 403, 404. */
export const getBackTest = defineOperation<TestPlace, BackTestView>({
  name: 'getBackTest',
  permission: 'workflows:edit',
  async run({ actor, input, tx }) {
    return viewOf((await backTestFor(tx, actor, input)).row)
  },
})

type RunFilter = {
  verdict?: Verdict | undefined
  /** The number of a group of differences. */
  group?: number | undefined
  /** The number of a step that is not known. */
  unknown?: number | undefined
}

const { differences, unknown: unknowns } = backTestRuns

/** The runs with all that a group says; it is undefined for a number that no group has. */
function inGroup(group: BackTestTotals['groups'][number] | undefined): SQL {
  if (!group) return sql`false`
  const { kind, stepId, fields, before, after } = group
  return sql`exists (select from jsonb_array_elements(${differences}) one
    where one->>'kind' = ${kind} and one->>'stepId' = ${stepId}
    and one->'fields' = ${JSON.stringify(fields)}::jsonb
    and one->>'before' is not distinct from ${before}::text
    and one->>'after' is not distinct from ${after}::text)`
}

const inUnknown = (group: BackTestTotals['unknowns'][number] | undefined): SQL =>
  group
    ? sql`${unknowns} @> ${JSON.stringify([{ stepId: group.stepId, why: group.why }])}::jsonb`
    : sql`false`

/** Lists what a back-test says of its runs, by the runs' titles. Throws 403, 404. */
export const listBackTestRuns = defineOperation<
  TestPlace & PageQuery & RunFilter,
  Page<BackTestRun>
>({
  name: 'listBackTestRuns',
  permission: 'workflows:edit',
  async run({ actor, input, tx }) {
    const { row } = await backTestFor(tx, actor, input)
    return await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows: (after, count) =>
        tx
          .select({
            runId: backTestRuns.runId,
            title: runs.title,
            verdict: backTestRuns.verdict,
            failing: backTestRuns.failing,
            differences: backTestRuns.differences,
            unknown: backTestRuns.unknown,
          })
          .from(backTestRuns)
          .innerJoin(runs, eq(runs.id, backTestRuns.runId))
          .where(
            and(
              eq(backTestRuns.backTestId, row.id),
              input.verdict && eq(backTestRuns.verdict, input.verdict),
              input.group === undefined ? undefined : inGroup(row.totals.groups[input.group]),
              input.unknown === undefined
                ? undefined
                : inUnknown(row.totals.unknowns[input.unknown]),
              after && gt(backTestRuns.runId, after[0]),
            ),
          )
          .orderBy(asc(backTestRuns.runId))
          .limit(count),
      keyOf: ({ runId }) => [runId],
      view: (run) => ({ ...run, startedAt: instantOfId(run.runId).toISOString() }),
    })
  },
})
