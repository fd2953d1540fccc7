import type { CodeFailureKind, CodeInput, CodeResult } from './code-result.ts'
import { codePool, type CodeAnswer, type CodePool } from './code-kind.ts'
import { limits } from './limits.ts'
import type { RunReply } from './runner-messages.ts'

type Logs = CodeResult['logs']

const failure = (kind: CodeFailureKind, message: string, logs: Logs = []): CodeResult => ({
  ok: false,
  kind,
  message,
  line: null,
  logs,
})

type Options = {
  signal?: AbortSignal
  pool?: CodePool
  /** Gets for how long the call occupied a process, in milliseconds, at each attempt. */
  spent?: (ms: number) => void
}

/**
 * Runs customers' code: restores a fresh engine in a separate process without secrets, calls the
 * default export with a copy of `input`, and waits for its result. Any behaviour of the code ends
 * as a value of `CodeResult`. The promise rejects only for mistakes of the caller (input that is
 * not JSON, a timeout that is not positive or over an hour).
 *
 * The code has the language and `ApiError` and `console`, nothing else. `now` and `seed` make a
 * repeat of the call exact. The engine stops a call that overruns `timeoutMs`, or a kill does so
 * 250 ms later. The wait for a process is not part of `timeoutMs`. A long call may be started
 * again, which it cannot notice (lib/process-pool/README.md). `signal` ends the call at once
 * (`aborted`).
 */
export async function runCode(code: CodeInput, options: Options = {}): Promise<CodeResult> {
  if (!(code.timeoutMs > 0 && code.timeoutMs <= limits.longestMs))
    throw new RangeError('timeoutMs must be more than 0 and at most an hour.')
  const input = JSON.stringify(code.input)
  const bytes = Buffer.byteLength(input)
  if (bytes > limits.inputBytes)
    return failure(
      'memory',
      `The input of the code is ${Math.ceil(bytes / 1024 / 1024)} MiB; ` +
        'at most 16 MiB can be given to it.',
    )
  const { source, timeoutMs, organizationId, workflowId, seed = null } = code
  const answer = await (options.pool ?? codePool()).ask({
    request: { type: 'run', source, input, timeoutMs, now: code.now?.getTime() ?? null, seed },
    organizationId,
    timeoutMs,
    ...(workflowId !== undefined && { group: workflowId }),
    ...(options.signal && { signal: options.signal }),
    ...(options.spent && { spent: options.spent }),
  })
  return ends[answer.type](answer as never, code)
}

const tooMuch = 'The code needs more memory than there is, and was stopped. Work on smaller pieces.'
const tooMany = 'Too many calls of your organization’s code wait. Try again in a moment.'

type Named<T> = Extract<CodeAnswer, { type: T }>

const ends: { [T in CodeAnswer['type']]: (answer: Named<T>, code: CodeInput) => CodeResult } = {
  reply: ({ reply }) =>
    reply.type === 'run'
      ? fromReply(reply)
      : failure('crashed', 'The runner answered another request.'),
  deadline: (_answer, { timeoutMs }) =>
    failure('timeout', `The code did not finish within ${timeoutMs / 1000} s and was stopped.`),
  aborted: () => failure('aborted', 'The call was ended before the code finished.'),
  died: () =>
    failure(
      'crashed',
      'The process that ran the code ended unexpectedly. Try again; ' +
        'if it stays, the code needs more than its limits allow.',
    ),
  memory: () => failure('memory', tooMuch),
  busy: () => failure('not_started', tooMany),
  not_started: ({ reason }) => failure('not_started', reason),
}

function fromReply({ outcome, logs }: RunReply): CodeResult {
  return outcome.kind === 'value'
    ? { ok: true, value: outcome.value, logs }
    : { ok: false, ...outcome, logs }
}
