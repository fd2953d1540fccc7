import { asc, eq } from 'drizzle-orm'
import type pg from 'pg'
import type { Tx } from '#db/client'
import { workflowTests } from '#db/schema/workflow-tests'
import { workflowVersions } from '#db/schema/workflows'
import type { WorkflowTestResult } from '#lib/contracts/workflows/workflow-tests'
import { ApiError } from '#lib/domain/api-error'
import {
  unmetExpectations,
  type Expected,
  type TestedStep,
} from '#lib/domain/back-test/expectations'
import { branchLabel } from '#lib/domain/workflow/branch-label'
import type { Definition } from '#lib/domain/workflow/definition'
import type { RecordedRun } from '#lib/engine/replay/recorded-run'
import { readRecording, type Recording } from '#lib/engine/replay/recording'
import type { ReplayedStep } from '#lib/engine/replay/replayed-step'
import type { ReplayServices } from '#lib/engine/replay/replay-services'
import { compareSteps, valueOf, type Compared } from '../back-tests/compare-steps.ts'
import { replayServicesFor } from '../back-tests/replay-services-for.ts'
import { replayParts } from '../computing/replay-parts.ts'

/** All tests of a workflow together: publishing waits for them. */
const mostMs = 30_000

/** A test with the run that was copied for it. */
export type StoredTest = { id: string; name: string; expected: Expected; recorded: RecordedRun }

/** The tests of a workflow, by their names. */
export async function testsOf(tx: Tx, workflowId: string): Promise<StoredTest[]> {
  const rows = await tx
    .select({
      id: workflowTests.id,
      name: workflowTests.name,
      expected: workflowTests.expected,
      recording: workflowTests.recording,
      definition: workflowVersions.definition,
    })
    .from(workflowTests)
    .innerJoin(workflowVersions, eq(workflowVersions.id, workflowTests.versionId))
    .where(eq(workflowTests.workflowId, workflowId))
    .orderBy(asc(workflowTests.name))
  return rows.map(({ recording, definition, ...row }) => ({
    ...row,
    recorded: readRecording(recording as Recording, definition),
  }))
}

/** Whether a step ran, and is known. */
function testedStep({ now }: ReplayedStep): Pick<TestedStep, 'ran' | 'isKnown' | 'via'> {
  const ran = now?.status === 'completed' || now?.status === 'failed'
  return { ran, isKnown: now !== undefined, via: now?.via ?? null }
}

/** The steps of the run itself, without those of the items of its loops. */
async function testedSteps(pool: pg.Pool, { told }: Compared): Promise<Map<string, TestedStep>> {
  const steps = new Map<string, TestedStep>()
  for (const step of told) {
    if (step.items.length > 0) continue
    const { now, old } = step
    // Where nothing had to be computed, it asks what it asked.
    const input = await valueOf(pool, now?.input === undefined ? old?.input : now.input)
    const output = await valueOf(pool, now?.output)
    steps.set(step.stepId, { ...testedStep(step), input, output })
  }
  return steps
}

async function resultOf(
  { id, name, expected, recorded }: StoredTest,
  definition: Definition,
  services: ReplayServices,
  signal: AbortSignal,
): Promise<WorkflowTestResult> {
  const compared = await compareSteps(definition, recorded, services, { signal })
  const known = new Map(
    [...recorded.definition.steps, ...definition.steps].map((step) => [step.id, step]),
  )
  const unmet = unmetExpectations(expected, {
    status: compared.replayed.status,
    steps: await testedSteps(services.pool, compared),
    titleOf: (stepId) => known.get(stepId)?.title || stepId,
    branchOf: (stepId, via) => branchLabel(known.get(stepId), via),
  })
  return { id, name, passed: unmet.length === 0, unmet }
}

/**
 * Replays the run of each test with a definition, and says what is not as expected. Nothing is called
 * or sent. Throws 503 when no process can compute now, or when they take too long together.
 */
export async function runTests(
  tests: readonly StoredTest[],
  definition: Definition,
  organizationId: string,
  stopping?: AbortSignal,
): Promise<WorkflowTestResult[]> {
  const late = AbortSignal.timeout(mostMs)
  const signal = stopping ? AbortSignal.any([stopping, late]) : late
  const services = replayServicesFor(replayParts, organizationId, signal)
  const results: WorkflowTestResult[] = []
  try {
    for (const test of tests) results.push(await resultOf(test, definition, services, signal))
  } catch (error) {
    if (!late.aborted) throw error
    throw new ApiError(
      'unavailable',
      `The tests took longer than ${mostMs / 1000} seconds. Try again, or delete some of them.`,
    )
  }
  return results
}
