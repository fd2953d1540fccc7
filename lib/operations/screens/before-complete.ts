import { ApiError } from '#lib/domain/api-error'
import { storable } from '#lib/engine/model/storable'
import { compileTypeScript } from '#lib/sandbox/compile'
import { runCode } from '#lib/sandbox/run-code'

/** A hook delays a person's work, so it has little time, in milliseconds. */
const deadlineMs = 2000

type Hook = {
  source: string
  organizationId: string
  workflowId: string
  output: unknown
  start: unknown
  steps: unknown
  item?: unknown
  task: unknown
  user: unknown
}

/**
 * Runs a screen's `before_complete` (specification 2.13). Resolves to the output of the screen:
 * what the hook returned, or the person's answer when it returned nothing. An `ApiError` of the
 * hook is thrown with its status, message and details; any other error of the hook is `hook_failed`
 * (500) with the message and the line.
 */
export async function runBeforeComplete(hook: Hook): Promise<unknown> {
  const { source, organizationId, workflowId, ...input } = hook
  const compiled = await compileTypeScript(source, { organizationId })
  if (!compiled.ok) throw hookFailed(`line ${compiled.line}: ${compiled.message}`, compiled.line)
  const code = { source: compiled.code, input, timeoutMs: deadlineMs }
  const result = await runCode({ ...code, organizationId, workflowId })
  if (result.ok) return storableOr(result.value, input.output)
  if (result.kind === 'api_error')
    throw new ApiError('hook_refused', result.message, result.details, {
      statusCode: result.statusCode,
    })
  const what = result.kind === 'thrown' ? `${result.name}: ${result.message}` : result.message
  throw hookFailed(result.line === null ? what : `line ${result.line}: ${what}`, result.line)
}

/**
 * Cleans what the hook returned for Postgres. When it returned nothing, the person's answer is the
 * output.
 */
function storableOr(value: unknown, answer: unknown): unknown {
  if (value === undefined || value === null) return answer
  try {
    return storable(value)
  } catch (error) {
    throw hookFailed(error instanceof Error ? error.message : 'its result cannot be stored', null)
  }
}

function hookFailed(what: string, line: number | null): ApiError {
  return new ApiError(
    'hook_failed',
    `The before_complete hook of this screen failed (${what}). What you typed is kept; ` +
      'tell whoever builds this workflow.',
    { message: what, line },
  )
}
