import type { Definition } from '../workflow/definition.ts'
import type { Problem } from '../workflow/problem.ts'
import { checkBranches } from './check-branches.ts'
import { checkConfigs } from './check-config.ts'
import { checkLabels } from './check-labels.ts'
import { checkDeadlines } from './check-deadlines.ts'
import { checkExpressions } from './check-expressions.ts'
import { graphChecks } from './check-graph.ts'
import { checkCaseNames, checkLoops, checkWorkflows } from './check-loops.ts'
import { checkHandlers, checkRetries, checkScreenFields } from './check-handlers.ts'
import { checkSchemas } from './check-schemas.ts'
import { checkTemplates } from './check-templates.ts'
import { checkSettings, checkStartData } from './check-workflow.ts'
import { codeProblems, type CheckCode } from './code-problems.ts'
import { subjectOf, type Check, type Surroundings } from './subject.ts'

const checks: Check[] = [
  ...graphChecks,
  checkBranches,
  checkLoops,
  checkCaseNames,
  checkWorkflows,
  checkHandlers,
  checkRetries,
  checkScreenFields,
  checkDeadlines,
  checkConfigs,
  checkLabels,
  checkSchemas,
  checkTemplates,
  checkExpressions,
  checkStartData,
  checkSettings,
]

/**
 * Finds all problems of a definition, in the order of its steps; errors block publishing. Pure, so
 * the editor calls it while typing. It does not check TypeScript: `validateWithCode` does that too.
 */
export function validateDefinition(definition: Definition, surroundings: Surroundings): Problem[] {
  const subject = subjectOf(definition, surroundings)
  const place = new Map(definition.steps.map((step, index) => [step.id, index]))
  const order = (problem: Problem): number =>
    problem.stepId === undefined ? -1 : (place.get(problem.stepId) ?? definition.steps.length)
  return checks.flatMap((check) => check(subject)).sort((one, other) => order(one) - order(other))
}

/** Like `validateDefinition`, and also checks the TypeScript of steps and hooks by `checkCode`. */
export async function validateWithCode(
  definition: Definition,
  surroundings: Surroundings,
  checkCode: CheckCode,
): Promise<Problem[]> {
  return [
    ...validateDefinition(definition, surroundings),
    ...(await codeProblems(definition, surroundings.stepTypes, checkCode)),
  ]
}
