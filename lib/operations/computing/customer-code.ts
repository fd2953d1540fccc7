import type { LogLine } from '#lib/domain/run/run'
import { compileTypeScript } from '#lib/sandbox/compile'
import type { CodeFailureKind } from '#lib/sandbox/code-result'
import { runCode } from '#lib/sandbox/run-code'
import { codeUse } from '../usage/code-use.ts'
import { PermanentStepError, StepError, type StepServices } from '#lib/steps/define-step'

/**
 * Whether a repeated attempt may succeed. A runner process may be lost by chance; the other
 * failures repeat with the same input.
 */
const mayBeRepeated: Record<CodeFailureKind, boolean> = {
  timeout: false,
  memory: false,
  syntax: false,
  result_too_large: false,
  crashed: true,
  aborted: true,
  not_started: true,
}

type Code = Parameters<StepServices['runCode']>[0]
type CodeResult = { value: unknown; logs: LogLine[] }

const withLogs = (failure: StepError, logs: LogLine[]): StepError =>
  Object.assign(failure, { logs })

/**
 * Runs a code step: strips the types, calls the code in the sandbox, and turns its failures into
 * those of a step. An `ApiError` thrown by the code fails the step with that message and details.
 */
export async function runStepCode({ source, signal, ...input }: Code): Promise<CodeResult> {
  const compiled = await compileTypeScript(source, { organizationId: input.organizationId })
  if (!compiled.ok && compiled.notStarted) throw new StepError('code_not_started', compiled.message)
  // Published code has compiled once, so an overloaded machine is the likelier cause.
  if (!compiled.ok)
    throw new (compiled.again ? StepError : PermanentStepError)(
      'code_invalid',
      `Line ${compiled.line}: ${compiled.message}`,
      { line: compiled.line, column: compiled.column },
    )
  const result = await codeUse().within(
    input.organizationId,
    async (spent) => await runCode({ ...input, source: compiled.code }, { signal, spent }),
  )
  if (result.ok) return { value: result.value, logs: result.logs }
  if (result.kind === 'api_error')
    throw withLogs(
      new PermanentStepError('code_refused', result.message, {
        ...result.details,
        statusCode: result.statusCode,
      }),
      result.logs,
    )
  const where = result.line === null ? '' : ` (line ${result.line})`
  if (result.kind === 'thrown')
    throw withLogs(
      new PermanentStepError('code_threw', `${result.name}: ${result.message}${where}`, {
        line: result.line,
      }),
      result.logs,
    )
  const Failure = mayBeRepeated[result.kind] ? StepError : PermanentStepError
  throw withLogs(
    new Failure(`code_${result.kind}`, `${result.message}${where}`, { line: result.line }),
    result.logs,
  )
}
