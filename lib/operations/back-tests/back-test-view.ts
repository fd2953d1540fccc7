import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { backTests } from '#db/schema/back-tests'
import type { Actor } from '#lib/auth/actor'
import type {
  BackTestGroup,
  BackTestSummary,
  BackTestView,
} from '#lib/contracts/workflows/back-tests'
import { ApiError } from '#lib/domain/api-error'
import { humanName } from '#lib/domain/human-name'
import { nameOfDifference } from '#lib/domain/back-test/name-of-difference'
import { branchLabel } from '#lib/domain/workflow/branch-label'
import type { Step } from '#lib/domain/workflow/definition'
import type { WorkflowRow } from '../workflows/find-workflow.ts'
import { testedWorkflow } from '../workflows/tested-workflow.ts'

export type BackTestRow = typeof backTests.$inferSelect
/** Without the definition and the ids of runs, which may be large. */
type ShownRow = Pick<
  BackTestRow,
  | 'id'
  | 'workflowId'
  | 'status'
  | 'version'
  | 'revision'
  | 'done'
  | 'totals'
  | 'problem'
  | 'startedBy'
  | 'createdAt'
  | 'endedAt'
> & { total: number; titles: Record<string, string> | null; branching: Branching }
type Branching = Record<string, Pick<Step, 'type' | 'branchLabels'>> | null

export type TestPlace = { id: string; backTestId: string }

const summaryOf = ({
  totals,
  createdAt,
  endedAt,
  ...row
}: Omit<ShownRow, 'titles' | 'branching'>): BackTestSummary => ({
  id: row.id,
  status: row.status,
  version: row.version,
  revision: row.revision,
  done: row.done,
  total: row.total,
  same: totals.same,
  different: totals.different,
  unknown: totals.unknown,
  failing: totals.failing,
  problem: row.problem,
  startedBy: row.startedBy,
  startedAt: createdAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

export const viewOf = (row: ShownRow): BackTestView => {
  const { skipped, groups, unknowns, moreGroups } = row.totals
  // A step that is not there any more has its id for a name.
  const own = (stepId: string): string => row.titles?.[stepId] || humanName(stepId)
  // A step of a sub-workflow is named by the path over the step that runs it.
  const titleOf = (path: string): string => path.split('/').map(own).join(' › ')
  const branchOf = ({ kind, stepId }: (typeof groups)[number], via: string | null) =>
    kind === 'branch' && via !== null ? branchLabel(row.branching?.[stepId], via) : null
  const byRuns = (one: { runs: number }, other: { runs: number }): number => other.runs - one.runs
  return {
    ...summaryOf(row),
    skipped,
    groups: groups
      .map((group, number) => ({
        ...group,
        number,
        name: nameOfDifference(group),
        title: titleOf(group.stepId),
        beforeTitle: branchOf(group, group.before),
        afterTitle: branchOf(group, group.after),
      }))
      .toSorted(
        (one, other) =>
          other.first - one.first ||
          Number(other.kind === 'slower') - Number(one.kind === 'slower') ||
          byRuns(one, other),
      ),
    unknowns: unknowns
      .map((group, number) => ({
        ...group,
        number,
        title: titleOf(group.stepId),
        becauseTitle: titleOf(group.because),
      }))
      .toSorted(byRuns),
    moreGroups,
  }
}

const shown = {
  id: backTests.id,
  workflowId: backTests.workflowId,
  status: backTests.status,
  version: backTests.version,
  revision: backTests.revision,
  done: backTests.done,
  totals: backTests.totals,
  problem: backTests.problem,
  startedBy: backTests.startedBy,
  createdAt: backTests.createdAt,
  endedAt: backTests.endedAt,
  total: sql<number>`cardinality(${backTests.runIds})`,
  titles: sql<Record<string, string> | null>`(
    select json_object_agg(step->>'id', step->>'title')
    from json_array_elements(${backTests.definition}->'steps') step)`,
  branching: sql<Branching>`(
    select json_object_agg(step->>'id', json_strip_nulls(json_build_object(
      'type', step->'type', 'branchLabels', step->'branchLabels')))
    from json_array_elements(${backTests.definition}->'steps') step)`,
}

/** The back-tests of a workflow, the newest first. */
export async function backTestsOf(tx: Tx, workflowId: string): Promise<BackTestSummary[]> {
  const { titles: _titles, branching: _branching, ...columns } = shown
  const rows = await tx
    .select(columns)
    .from(backTests)
    .where(eq(backTests.workflowId, workflowId))
    .orderBy(desc(backTests.id))
  return rows.map(summaryOf)
}

/** A back-test of a workflow that the caller edits and whose runs they see. Throws 403, 404. */
export async function backTestFor(
  tx: Tx,
  actor: Actor,
  { id, backTestId }: TestPlace,
): Promise<{ workflow: WorkflowRow; row: ShownRow }> {
  const workflow = await testedWorkflow(tx, actor, id)
  const [row] = await tx
    .select(shown)
    .from(backTests)
    .where(and(eq(backTests.workflowId, workflow.id), eq(backTests.id, backTestId)))
  if (!row) throw ApiError.notFound('back-test', backTestId)
  return { workflow, row }
}

/** What a back-test found; undefined when it is not kept any more. */
export async function findGroups(tx: Tx, which: SQL): Promise<BackTestGroup[] | undefined> {
  const [row] = await tx.select(shown).from(backTests).where(which)
  return row && viewOf(row).groups
}
