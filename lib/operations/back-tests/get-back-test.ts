import { and, asc, eq, gt } from 'drizzle-orm'
import { backTestRuns } from '#db/schema/back-tests'
import type {
  BackTestRun,
  BackTestSummary,
  BackTestView,
} from '#lib/contracts/workflows/back-tests'
import type { Verdict } from '#lib/domain/back-test/totals'
import type { Page, PageQuery } from '#lib/domain/page'
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

/** Lists what a back-test says of its runs. Throws 403, 404. */
export const listBackTestRuns = defineOperation<
  TestPlace & PageQuery & { verdict?: Verdict | undefined },
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
            verdict: backTestRuns.verdict,
            failing: backTestRuns.failing,
            differences: backTestRuns.differences,
            unknown: backTestRuns.unknown,
          })
          .from(backTestRuns)
          .where(
            and(
              eq(backTestRuns.backTestId, row.id),
              input.verdict && eq(backTestRuns.verdict, input.verdict),
              after && gt(backTestRuns.runId, after[0]),
            ),
          )
          .orderBy(asc(backTestRuns.runId))
          .limit(count),
      keyOf: ({ runId }) => [runId],
      view: (run) => run,
    })
  },
})
