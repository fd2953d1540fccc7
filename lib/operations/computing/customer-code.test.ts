import { expect, it, vi } from 'vitest'
import { newId } from '#lib/ids'

const asked: string[] = []
vi.mock('#lib/sandbox/code-kind', () => ({
  codePool: () => ({
    async ask({ request }: { request: { type: string } }) {
      asked.push(request.type)
      return { type: 'not_started', reason: 'the machine is too busy' }
    },
  }),
}))

const { runStepCode } = await import('./customer-code.ts')
const { outcomeOfError } = await import('#lib/engine/model/outcome')

it('code that cannot start waits for a process, and its attempt does not count', async () => {
  const call = runStepCode({
    organizationId: newId(),
    workflowId: newId(),
    source: 'export default () => 1',
    input: {},
    timeoutMs: 1000,
    seed: 's',
    now: new Date(),
    signal: AbortSignal.timeout(20_000),
  })
  const error = await call.catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'code_not_started' })
  expect(asked).toEqual(['compile'])
  const outcome = outcomeOfError(error, {
    runId: newId(),
    taskId: newId(),
    stepId: 's',
    attempt: 1,
    effect: 'pure' as const,
    repeatable: false,
    called: true,
    logs: [],
  })
  expect(outcome).toMatchObject({ kind: 'deferred', waitsFor: 'process' })
})
