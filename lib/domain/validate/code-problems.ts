import type { Definition, Step } from '../workflow/definition.ts'
import type { Problem } from '../workflow/problem.ts'
import type { StepTypeInfo } from '../workflow/step-type-info.ts'
import { problemAt } from './subject.ts'

/**
 * Checks TypeScript without running it; undefined when it is good. The implementation is in the
 * server's sandbox.
 */
export type CheckCode = (
  source: string,
) => Promise<{ message: string; line: number; column: number } | undefined>

type CodeHint = { 'ui:widget'?: unknown; 'ui:options'?: { language?: unknown } }

/** Whether the field is TypeScript. The code widget is also for other languages, which it names. */
function isTypeScriptField(hint: unknown): boolean {
  if (typeof hint !== 'object' || hint === null) return false
  const { 'ui:widget': widget, 'ui:options': { language = 'typescript' } = {} } = hint as CodeHint
  return widget === 'code' && language === 'typescript'
}

/** The TypeScript of a step: its hook, and the config fields that the step type marks as code. */
function sourcesOf(step: Step, info: StepTypeInfo | undefined): { path: string; source: string }[] {
  const marked = Object.entries(info?.uiSchema ?? {})
    .filter(([, hint]) => isTypeScriptField(hint))
    .map(([field]) => field)
  const sources = marked.flatMap((field) => {
    const source = step.config[field]
    return typeof source === 'string' ? [{ path: `config.${field}`, source }] : []
  })
  return step.before_complete === undefined
    ? sources
    : [...sources, { path: 'before_complete', source: step.before_complete }]
}

/**
 * Finds TypeScript that does not parse, imports something, or has no default export, with its line
 * and column.
 */
export async function codeProblems(
  definition: Definition,
  stepTypes: StepTypeInfo[],
  checkCode: CheckCode,
): Promise<Problem[]> {
  const types = new Map(stepTypes.map((info) => [info.type, info]))
  const sources = definition.steps.flatMap((step) =>
    sourcesOf(step, types.get(step.type)).map((found) => ({ step, ...found })),
  )
  const problems = await Promise.all(
    sources.map(async ({ step, path, source }) => {
      const fault = await checkCode(source)
      return fault
        ? [
            problemAt(
              step,
              path,
              'invalid_code',
              `Line ${fault.line}, column ${fault.column}: ${fault.message}`,
            ),
          ]
        : []
    }),
  )
  return problems.flat()
}
