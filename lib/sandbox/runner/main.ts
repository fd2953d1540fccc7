import { usedCpuMs } from '#lib/process-pool/deadline'
import { serve, type Handled } from '#lib/process-pool/serve'
import type { RunnerRequest, RunRequest, SentRunnerReply } from '../runner-messages.ts'
import { BytecodeCache } from './bytecode.ts'
import { EngineFactory } from './engine.ts'
import { runGuest } from './run-guest.ts'

/** A runner: the program of a process that runs and compiles customers' code. */

/**
 * Only the source of a faster call is compiled for later ones: others gain little, and no deadline
 * covers the compilation.
 */
const quickMs = 5

const engines = await EngineFactory.create()
const bytecodes = new BytecodeCache()

async function run(request: RunRequest): Promise<Handled> {
  const started = { at: performance.now(), cpuMs: usedCpuMs() }
  const instance = await engines.take()
  const { source } = request
  const bytecode = bytecodes.get(source)
  const { poisoned, ...end } = runGuest(instance, request, started, bytecode)
  const isWorth = !bytecode && !instance.broken && performance.now() - started.at < quickMs
  const reply = { type: 'run', ...end } satisfies SentRunnerReply
  const afterwards = async () => {
    await engines.renew()
    if (isWorth) await bytecodes.learn(source, engines)
  }
  return { reply, spent: poisoned, afterwards }
}

async function check(source: string): Promise<Handled> {
  const { checkCode } = await import('./check-code.ts')
  const { poisoned, result } = checkCode(source, await engines.take())
  const reply: SentRunnerReply = { type: 'compile', result }
  return { reply, spent: poisoned, afterwards: () => engines.renew() }
}

await serve<RunnerRequest>((request) =>
  request.type === 'run' ? run(request) : check(request.source),
)
