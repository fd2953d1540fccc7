import { hash, randomBytes } from 'node:crypto'
import { EvalFlags, JSException } from 'quickjs-wasi'
import type { JSValueHandle } from 'quickjs-wasi'
import { isOver, usedCpuMs } from '#lib/process-pool/deadline'
import { limits } from '../limits.ts'
import type { GuestEnd, RunRequest } from '../runner-messages.ts'
import type { Instance } from './engine.ts'
import { fileName } from './file-name.ts'

/** The first frame of the stack in the customer's code. */
function lineOf(stack: string, source: string): number | null {
  const line = Number(/\bcode\.ts:(\d+)(?::\d+)?\)?$/m.exec(stack)?.[1])
  return line >= 1 && line <= source.split('\n').length ? line : null
}

function clip(text: string, bytes: number): string {
  const encoded = Buffer.from(text)
  return encoded.length <= bytes
    ? text
    : `${new TextDecoder().decode(encoded.subarray(0, bytes - 6)).replace(/�+$/, '')}…`
}

/**
 * Collects lines up to the limit; each costs 16 bytes more than its text, so that empty ones cannot
 * flood either.
 */
class Logs {
  readonly lines: GuestEnd['logs'] = []
  #room: number = limits.logBytes

  add(level: string, text: string): boolean {
    if (this.#room <= 0) return false
    const message = clip(text, this.#room)
    this.#room -= Buffer.byteLength(message) + 16
    this.lines.push({
      level: level === 'info' || level === 'warn' || level === 'error' ? level : 'log',
      message,
    })
    if (this.#room > 0 && message === text) return true
    this.#room = 0
    this.lines.push({
      level: 'warn',
      message: `The rest of the output was left out: the limit is ${limits.logBytes / 1024} KiB.`,
    })
    return false
  }
}

type Outcome = GuestEnd['outcome']

const failed = (
  kind: 'timeout' | 'memory' | 'syntax' | 'result_too_large' | 'crashed',
  message: string,
  line: number | null = null,
): Outcome => ({
  kind,
  message: clip(message, limits.messageBytes),
  line,
})

const tooLarge = failed(
  'result_too_large',
  'The result is larger than 1 MiB. Return less, for example ids instead of whole records.',
)

/** How each message of the prelude ends the call. */
const ends: Record<string, (source: string, ...texts: string[]) => Outcome> = {
  value: (_source, json = 'null') =>
    Buffer.byteLength(json) > limits.resultBytes ? tooLarge : { kind: 'value', value: json },
  api_error: (_source, statusCode, message = '', details = '{}') => ({
    kind: 'api_error',
    statusCode: Number(statusCode),
    message: clip(message, limits.messageBytes),
    details,
  }),
  thrown: (source, name = 'Error', message = '', stack = '') => ({
    kind: 'thrown',
    name: clip(name, 200),
    message: clip(message, limits.messageBytes),
    line: lineOf(stack, source),
  }),
  memory: () =>
    failed(
      'memory',
      `The code needs more than ${limits.heapBytes / 1024 / 1024} MiB of memory. ` +
        'Work on smaller pieces.',
    ),
  result_too_large: () => tooLarge,
  details_too_large: () =>
    failed('result_too_large', 'The details of the ApiError are larger than 64 KiB.'),
}

function seedNumbers(vm: Instance['vm'], seed: string | null): JSValueHandle[] {
  const bytes = seed === null ? randomBytes(12) : hash('sha256', seed, 'buffer')
  return [0, 4, 8].map((offset) => vm.newNumber(bytes.readInt32LE(offset)))
}

const outOfMemory = failed('memory', 'The code ran out of memory.')
const noMemoryToStart = failed('memory', 'The code and its input need more memory than there is.')

/** How a call ends after an error of the engine itself. */
function outcomeOfThrown(error: unknown, source: string): { outcome: Outcome; poisoned: boolean } {
  if (error instanceof JSException) {
    const { name, message, stack = '' } = error
    if (message === 'out of memory' && name !== 'SyntaxError')
      return { outcome: noMemoryToStart, poisoned: true }
    const line = lineOf(stack, source)
    if (name === 'SyntaxError') return { outcome: failed('syntax', message, line), poisoned: false }
    const cause = { name: clip(name, 200), message: clip(message, limits.messageBytes), line }
    return { outcome: { kind: 'thrown', ...cause }, poisoned: false }
  }
  if (error instanceof Error && error.message === 'wasm_malloc failed')
    return { outcome: noMemoryToStart, poisoned: true }
  const crashed = 'The code broke the engine that runs it, most likely by nesting too deeply.'
  return { outcome: failed('crashed', crashed), poisoned: true }
}

/**
 * One call in one instance, which must not be used again. `started` is the arrival of the call, by
 * `performance.now()` and by the CPU used; the deadline counts from there. `bytecode` is that of
 * the source, where it is known. `poisoned` says that the engine broke: its process must not
 * continue.
 */
export function runGuest(
  instance: Instance,
  request: RunRequest,
  started: { at: number; cpuMs: number },
  bytecode?: Uint8Array,
): GuestEnd {
  const { vm, hooks } = instance
  const { source } = request
  const logs = new Logs()
  let outcome: Outcome | undefined
  let interrupted = false
  hooks.clock = request.now === null ? () => Date.now() : () => request.now as number
  hooks.interrupt = () => {
    const ageMs = performance.now() - started.at
    interrupted ||=
      ageMs >= request.timeoutMs &&
      isOver({ ageMs, cpuMs: usedCpuMs() - started.cpuMs }, request.timeoutMs)
    return interrupted
  }
  hooks.message = (kind, ...texts) => {
    if (kind === 'log') return logs.add(texts[0] ?? 'log', texts[1] ?? '')
    outcome ??= ends[kind]?.(source, ...texts)
    return false
  }
  const finish = (last: Outcome, poisoned = false): GuestEnd => {
    return { outcome: last, logs: logs.lines, poisoned }
  }
  const late = `The code did not finish within ${request.timeoutMs / 1000} s.`
  const timeout = (): GuestEnd => finish(failed('timeout', late), true)
  try {
    vm.callFunction(instance.seed, vm.undefined, ...seedNumbers(vm, request.seed))
    const module = bytecode
      ? vm.evalBytecode(bytecode)
      : vm.evalCode(source, fileName, EvalFlags.TYPE_MODULE)
    const done = vm.callFunction(instance.run, vm.undefined, module, vm.newString(request.input))
    vm.executePendingJobs()
    if (interrupted) return timeout()
    if (outcome !== undefined) return finish(outcome, outcome.kind === 'memory')
    // No code resolves the promise; or the memory did not even suffice to report the error.
    const never = 'The code waits for something that never comes: a promise that nothing resolves.'
    const last = done.promiseState === 0 ? failed('timeout', never) : outOfMemory
    return finish(last, true)
  } catch (error) {
    instance.broken = true
    if (interrupted) return timeout()
    const ended = outcomeOfThrown(error, source)
    return finish(ended.outcome, ended.poisoned)
  }
}
