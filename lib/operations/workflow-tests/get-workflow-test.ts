import { eq } from 'drizzle-orm'
import { workflowTests } from '#db/schema/workflow-tests'
import { workflowVersions } from '#db/schema/workflows'
import type { WholeWorkflowTest, WorkflowTestStep } from '#lib/contracts/workflows/workflow-tests'
import { branchLabel } from '#lib/domain/workflow/branch-label'
import { branchNames } from '#lib/domain/workflow/branch-names'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import { bodiesOf, innermostLoops } from '#lib/domain/workflow/loops'
import { ownScope } from '#lib/engine/replay/recorded-run'
import type { Recording } from '#lib/engine/replay/recording'
import { stepTypes } from '#lib/steps/registry'
import { defineOperation } from '../define-operation.ts'
import { testedWorkflow } from '../workflows/tested-workflow.ts'
import { noSuchTest, testColumns, thisTest, viewOf, type TestPlace } from './workflow-test-view.ts'

/** Characters of JSON of a value that is shown. */
const mostShown = 64 * 1024

type StoredTask = Recording['scopes'][number]['tasks'][number]

/** The steps that are in no loop: an expectation names a step once. */
function outsideLoops({ steps }: Definition): Step[] {
  const loops = innermostLoops(bodiesOf(steps))
  return steps.filter(({ id }) => !loops.has(id))
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0

function testedStep(step: Step, task: StoredTask | undefined): WorkflowTestStep {
  const info = stepTypes.get(step.type)?.info
  const ran = task?.status === 'completed' || task?.status === 'failed'
  const input = ran ? (task.input ?? null) : null
  const output = ran ? (task.output ?? null) : null
  const tooLarge = Math.max(sizeOf(input), sizeOf(output)) > mostShown
  return {
    stepId: step.id,
    title: step.title || step.id,
    ran,
    via: ran ? task.via : null,
    branches: (branchNames(info?.branches, step.config) ?? []).map((via) => ({
      via,
      title: branchLabel(step, via),
    })),
    effect: task?.effect ?? 'pure',
    input: tooLarge ? null : input,
    output: tooLarge ? null : output,
    tooLarge,
  }
}

function testedSteps(draft: Definition, before: Definition, { scopes }: Recording) {
  const own = scopes.find(({ name }) => name === ownScope)
  const tasks = new Map(own?.tasks.map((task) => [task.stepId, task]))
  const steps = outsideLoops(draft)
  const known = new Set(draft.steps.map(({ id }) => id))
  const gone = outsideLoops(before).filter(({ id }) => !known.has(id) && tasks.has(id))
  return [...steps, ...gone].map((step) => testedStep(step, tasks.get(step.id)))
}

/** A test with what was recorded of its steps, to say by them what it expects. Throws 403, 404. */
export const getWorkflowTest = defineOperation<TestPlace, WholeWorkflowTest>({
  name: 'getWorkflowTest',
  permission: 'workflows:edit',
  audit: ({ input }) => ({
    action: 'workflow_test.read',
    objectKind: 'workflow',
    objectId: input.id,
    details: { testId: input.testId },
  }),
  async run({ actor, input: { id, testId }, tx }) {
    const workflow = await testedWorkflow(tx, actor, id)
    const [row] = await tx
      .select({
        ...testColumns,
        recording: workflowTests.recording,
        definition: workflowVersions.definition,
      })
      .from(workflowTests)
      .innerJoin(workflowVersions, eq(workflowVersions.id, workflowTests.versionId))
      .where(thisTest(workflow.id, testId))
    if (!row) throw noSuchTest(testId)
    const { recording, definition, ...test } = row
    const steps = testedSteps(workflow.draft, definition, recording as Recording)
    return { ...viewOf(test), steps }
  },
})
