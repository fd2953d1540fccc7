import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { backTests } from '#db/schema/back-tests'
import type { WorkflowTestResult } from '#lib/contracts/workflows/workflow-tests'
import { ApiError } from '#lib/domain/api-error'
import { nameOfDifference } from '#lib/domain/back-test/name-of-difference'
import { noNeeds, type Proof, type PublishNeeds } from '#lib/domain/back-test/publish-needs'
import { countRuns } from '../back-tests/start-back-test.ts'
import type { WorkflowRow } from '../workflows/find-workflow.ts'
import { runTests, testsOf } from './run-tests.ts'

const namesShown = 3

/** “A”, “B”, “C” and 4 more. */
function listed(names: string[]): string {
  const shown = names.slice(0, namesShown).map((name) => `“${name}”`)
  const rest = names.length - shown.length
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function requireTests(results: WorkflowTestResult[]): void {
  const failed = results.filter(({ passed }) => !passed)
  if (failed.length === 0) return
  const what = failed.length === 1 ? 'A test fails' : `${failed.length} tests fail`
  throw new ApiError(
    'unprocessable',
    `${what}: ${listed(failed.map(({ name }) => name))}. Mend the draft or change what the test ` +
      'expects, then publish again.',
    { tests: failed.map(({ id, name, unmet }) => ({ id, name, unmet })) },
  )
}

type BackTest = Pick<typeof backTests.$inferSelect, 'id' | 'totals'>

/** The newest back-test of this very draft that came to its end. */
async function backTestOf(tx: Tx, row: WorkflowRow, fewest: number): Promise<BackTest | undefined> {
  const [found] = await tx
    .select({ id: backTests.id, totals: backTests.totals })
    .from(backTests)
    .where(
      and(
        eq(backTests.workflowId, row.id),
        eq(backTests.revision, row.draftRevision),
        eq(backTests.status, 'completed'),
        gte(sql`cardinality(${backTests.runIds})`, fewest),
      ),
    )
    .orderBy(desc(backTests.id))
    .limit(1)
  return found
}

function requireBackTest(
  needs: PublishNeeds,
  test: BackTest | undefined,
  fewest: number,
  accepted: ReadonlySet<string>,
): void {
  if (needs.backTest === 'none' || fewest === 0) return
  if (!test)
    throw new ApiError(
      'unprocessable',
      `Publishing needs a back-test of this very draft on ${fewest} or more of the newest runs. ` +
        'Start one, wait for its end, then publish again.',
      { needs: 'back-test', runs: fewest },
    )
  const mustAccept = test.totals.groups.filter(
    ({ kind }) => needs.backTest === 'accepted' || kind === 'failed',
  )
  const open = mustAccept.map(nameOfDifference).filter((name) => !accepted.has(name))
  if (open.length > 0)
    throw new ApiError(
      'unprocessable',
      `The back-test found what nobody has accepted: ${listed(open)}. Mend the draft, or name each ` +
        'of them in `accept`.',
      { needs: 'accept', backTestId: test.id, differences: open },
    )
  if (test.totals.moreGroups > 0 && needs.backTest === 'accepted')
    throw new ApiError(
      'unprocessable',
      'The back-test found more differences than can be accepted by name. Make a smaller change.',
      { needs: 'accept', backTestId: test.id, differences: [] },
    )
}

/**
 * Runs the tests of a workflow with its draft, and answers with what the draft is proved. Throws 422
 * when the workflow asks for more: which test fails, or which difference nobody has accepted.
 */
export async function proveDraft(tx: Tx, row: WorkflowRow, accept: string[]): Promise<Proof> {
  const needs = row.publishNeeds ?? noNeeds
  const tests = await testsOf(tx, row.id)
  const results = await runTests(tests, row.draft, row.organizationId)
  if (needs.tests) requireTests(results)
  const fewest = needs.backTest === 'none' ? 0 : await countRuns(tx, row.id, needs.runs)
  const backTest = await backTestOf(tx, row, fewest)
  const accepted = new Set(accept)
  requireBackTest(needs, backTest, fewest, accepted)
  const failing = results.filter((one) => !one.passed).map(({ name }) => name)
  return {
    tests: {
      passed: results.length - failing.length,
      failed: failing.length,
      failing: failing.slice(0, 20),
    },
    backTest: backTest ? { id: backTest.id, ...counted(backTest) } : null,
    accepted: (backTest?.totals.groups ?? [])
      .map(nameOfDifference)
      .filter((name) => accepted.has(name)),
  }
}

const counted = ({ totals: { same, different, unknown, failing } }: BackTest) => ({
  same,
  different,
  unknown,
  failing,
})
