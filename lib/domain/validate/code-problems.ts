import { CodeScopes } from '../code-types/code-scope.ts'
import type { Definition, Step } from '../workflow/definition.ts'
import type { Problem } from '../workflow/problem.ts'
import type { StepTypeInfo } from '../workflow/step-type-info.ts'
import { problemAt } from './subject.ts'

type Fault = { message: string; line: number; column: number }

/** Checks of TypeScript without running it. The server has them, in processes of its own. */
export type CheckCode = {
  /** Whether the sandbox can run it; undefined when it can. */
  compile(source: string): Promise<Fault | undefined>
  /** Where its types do not agree; `scope` declares its argument. */
  types(source: string, scope: string): Promise<Fault[]>
}

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
 * Finds TypeScript that does not parse, imports something, or has no default export (errors), and
 * types that do not agree (warnings: what is wrong by its types may run right), with line and
 * column.
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
  if (sources.length === 0) return []
  const scopes = new CodeScopes(definition, types)
  const problems = await Promise.all(
    sources.map(async ({ step, path, source }) => {
      const at = ({ line, column, message }: Fault): string =>
        `Line ${line}, column ${column}: ${message}`
      const fault = await checkCode.compile(source)
      if (fault) return [problemAt(step, path, 'invalid_code', at(fault))]
      const place = path === 'before_complete' ? 'hook' : 'step'
      const faults = await checkCode.types(source, scopes.of(step, place, source))
      return faults.map((each) => problemAt(step, path, 'mistyped_code', at(each), 'warning'))
    }),
  )
  return problems.flat()
}
