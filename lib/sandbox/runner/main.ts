import { usedCpuMs } from '#lib/process-pool/deadline'
import { serve } from '#lib/process-pool/serve'
import type { RunnerRequest, SentRunnerReply } from '../runner-messages.ts'
import { EngineFactory } from './engine.ts'
import { runGuest } from './run-guest.ts'

/** A runner: the program of a process that runs and compiles customers' code. */

const engines = await EngineFactory.create()

await serve<RunnerRequest>(async (request) => {
  const started = { at: performance.now(), cpuMs: usedCpuMs() }
  const instance = await engines.take()
  const afterwards = () => engines.renew()
  if (request.type === 'run') {
    const { poisoned, ...end } = runGuest(instance, request, started)
    return { reply: { type: 'run', ...end } satisfies SentRunnerReply, spent: poisoned, afterwards }
  }
  const { checkCode } = await import('./check-code.ts')
  const { poisoned, result } = checkCode(request.source, instance)
  const reply: SentRunnerReply = { type: 'compile', result }
  return { reply, spent: poisoned, afterwards }
})
