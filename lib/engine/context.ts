import { configReferences } from '#lib/domain/expressions'
import type { Step } from '#lib/domain/definition'
import type { Failure } from '#lib/domain/run'
import type { RunContext, StepType } from '#lib/steps/define-step'
import { ancestorsOf, type Plan } from './plan.ts'
import type { LeasedRun } from './run-store.ts'

/**
 * The steps whose outputs an attempt needs: those that its expressions name. A code step may reach for any step that comes before it, and so may an
 * expression that works names out; the code of an on_failure handler may see every step.
 */
export function stepsNeededBy(plan: Plan, step: Step, type: StepType | undefined, handles: string | null): Iterable<string> {
  const references = configReferences(step.config)
  if (!references.allSteps && type?.info.category !== 'Code') return references.steps
  return handles === null ? ancestorsOf(plan, [step.id]) : plan.steps.keys()
}

export function runContext(run: LeasedRun, timeZone: string | undefined, outputs: Map<string, unknown>, error: Failure | null): RunContext {
  return {
    start: run.startData,
    steps: Object.fromEntries([...outputs].map(([id, output]) => [id, { output }])),
    run: {
      id: run.id,
      workflowId: run.workflowId,
      workflowName: run.workflowName,
      startedAt: run.createdAt.toISOString(),
      trigger: run.trigger,
      timeZone: timeZone ?? run.organizationTimeZone,
    },
    ...(error ? { error } : {}),
  }
}
