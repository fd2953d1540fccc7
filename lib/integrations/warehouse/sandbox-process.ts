import { ApiError } from '#lib/domain/api-error'
import { prepareSandboxChild, takeSandboxChild } from './sandbox-child.ts'
import type { SandboxReply, SandboxRequest } from './sandbox-messages.ts'

/** Queries at a time in this process; the others wait. */
const places = 2
/** A sandbox is for trying things: what would wait behind more than these is told to come again. */
const mostWaiting = 40
const largestReply = 32 * 1024 * 1024

type Places = { taken: number; waiting: (() => void)[] }
const place = Symbol.for('rounds.warehouse.sandbox')
// On globalThis, because a bundler may load this module more than once.
const shared = globalThis as { [place]?: Places }

async function takePlace(state: Places, signal: AbortSignal): Promise<() => void> {
  if (state.taken >= places) {
    if (state.waiting.length >= mostWaiting)
      throw new ApiError('rate_limited', 'The sandbox warehouse has too many queries under way. Ask again in a moment.', { provider: 'sandbox' }, { headers: { 'retry-after': '2' } })
    const turn = Promise.withResolvers<undefined>()
    const next = () => turn.resolve(undefined)
    const leave = () => {
      const index = state.waiting.indexOf(next)
      // Not among them any more: the turn came in the same moment, and is given back by whoever has it.
      if (index < 0) return
      state.waiting.splice(index, 1)
      turn.reject(signal.reason as Error)
    }
    state.waiting.push(next)
    signal.addEventListener('abort', leave, { once: true })
    await turn.promise
    signal.removeEventListener('abort', leave)
  } else state.taken++
  return () => {
    const next = state.waiting.shift()
    if (next) next()
    else state.taken--
  }
}

/**
 * Asks a new process of the sandbox warehouse, in `folder`, and ends it when the signal does.
 * @throws the signal's reason, or Error when the process could not answer.
 */
export async function askSandbox(folder: string, request: SandboxRequest, signal: AbortSignal): Promise<SandboxReply> {
  const state = (shared[place] ??= { taken: 0, waiting: [] })
  const leave = await takePlace(state, signal)
  try {
    signal.throwIfAborted()
    return await ask(folder, request, signal)
  } finally {
    leave()
    if (state.waiting.length === 0) prepareSandboxChild(folder)
  }
}

function ask(folder: string, request: SandboxRequest, signal: AbortSignal): Promise<SandboxReply> {
  const { promise, resolve, reject } = Promise.withResolvers<SandboxReply>()
  const child = takeSandboxChild(folder)
  const chunks: Buffer[] = []
  let size = 0
  let errors = ''
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > largestReply) stop()
    else chunks.push(chunk)
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors = (errors + chunk).slice(0, 2000)))
  // Writing to a process that just died: its end says all there is to say.
  child.stdin.on('error', () => undefined)
  child.once('error', reject)
  child.once('close', () => {
    signal.removeEventListener('abort', stop)
    if (signal.aborted) return reject(signal.reason as Error)
    try {
      resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')) as SandboxReply)
    } catch {
      reject(new Error(`The process of the sandbox warehouse gave no answer: ${errors.trim() || 'it was ended from outside'}`))
    }
  })
  child.stdin.end(JSON.stringify(request))
  return promise
}
