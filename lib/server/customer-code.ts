import type { LogLine } from '#lib/domain/run/run'
import { compileTypeScript } from '#lib/sandbox/compile'
import type { CodeFailureKind } from '#lib/sandbox/code-result'
import { runCode } from '#lib/sandbox/run-code'
import { PermanentStepError, StepError, type StepServices } from '#lib/steps/define-step'

/**
 * A lost runner process is worth another try; the rest of a customer's mistakes come again with the
 * same input.
 */
const mayPass: Record<CodeFailureKind, boolean> = {
  timeout: false,
  memory: false,
  syntax: false,
  result_too_large: false,
  crashed: true,
  aborted: true,
  not_started: true,
}

type Code = Parameters<StepServices['runCode']>[0]
type Ran = { value: unknown; logs: LogLine[] }

const printed = (failure: StepError, logs: LogLine[]): StepError => Object.assign(failure, { logs })

/**
 * Runs a code step: strips the types, calls the code in the sandbox, and turns its failures into
 * those of a step. An `ApiError` thrown by the code fails the step with that message and details.
 */
export async function runStepCode({ source, signal, ...input }: Code): Promise<Ran> {
  const compiled = await compileTypeScript(source, { organizationId: input.organizationId })
  if (!compiled.ok && compiled.notStarted) throw new StepError('code_not_started', compiled.message)
  // What is published was read once, so a machine that has too much to do is the likelier reason.
  if (!compiled.ok)
    throw new (compiled.again ? StepError : PermanentStepError)(
      'code_invalid',
      `Line ${compiled.line}: ${compiled.message}`,
      { line: compiled.line, column: compiled.column },
    )
  const result = await runCode({ ...input, source: compiled.code }, { signal })
  if (result.ok) return { value: result.value, logs: result.logs }
  if (result.kind === 'api_error')
    throw printed(
      new PermanentStepError('code_refused', result.message, {
        ...result.details,
        statusCode: result.statusCode,
      }),
      result.logs,
    )
  const where = result.line === null ? '' : ` (line ${result.line})`
  if (result.kind === 'thrown')
    throw printed(
      new PermanentStepError('code_threw', `${result.name}: ${result.message}${where}`, {
        line: result.line,
      }),
      result.logs,
    )
  const Failure = mayPass[result.kind] ? StepError : PermanentStepError
  throw printed(
    new Failure(`code_${result.kind}`, `${result.message}${where}`, { line: result.line }),
    result.logs,
  )
}
