import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { workflowTests } from '#db/schema/workflow-tests'
import type { WorkflowTestView } from '#lib/contracts/workflows/workflow-tests'
import { ApiError } from '#lib/domain/api-error'

/** A workflow runs all of its tests at each publishing. */
const mostTests = 50

export type TestPlace = { id: string; testId: string }

type Row = Pick<
  typeof workflowTests.$inferSelect,
  'id' | 'name' | 'expected' | 'createdBy' | 'createdAt' | 'updatedAt'
>

/** Without the recorded run, which may be large. */
export const testColumns = {
  id: workflowTests.id,
  name: workflowTests.name,
  expected: workflowTests.expected,
  createdBy: workflowTests.createdBy,
  createdAt: workflowTests.createdAt,
  updatedAt: workflowTests.updatedAt,
}

export const viewOf = ({ createdAt, updatedAt, ...row }: Row): WorkflowTestView => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/** The condition for one test of a workflow. */
export const thisTest = (workflowId: string, testId: string) =>
  and(eq(workflowTests.workflowId, workflowId), eq(workflowTests.id, testId))

export const noSuchTest = (testId: string): ApiError => ApiError.notFound('test', testId)

export const nameTaken = (): ApiError =>
  new ApiError('conflict', 'Another test of this workflow has this name. Choose another one.')

/** Throws 409 when the workflow has as many tests as it may have. */
export async function requireRoom(tx: Tx, workflowId: string): Promise<void> {
  const count = await tx.$count(workflowTests, eq(workflowTests.workflowId, workflowId))
  if (count >= mostTests)
    throw new ApiError(
      'conflict',
      `A workflow has at most ${mostTests} tests. Delete one of them first.`,
    )
}
