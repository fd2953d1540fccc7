import { limitCalls } from '#lib/operations/connections/limit-calls'
import { done, StepError, type StepType } from '#lib/steps/define-step'
import { echo, testStep } from '../samples/steps.ts'
import type { EffectCall, Receipt } from './provider.ts'

/** Max concurrent calls of a connection with limits by `limited`. */
export const atOnce = 2

/**
 * A step that has its effect at the counting provider (`PROVIDER_URL`). Its config: `value`,
 * `slowMs`, `refuse`, and `connection`, the id of one with limits.
 */
type Retry = { maxAttempts: number; delaySeconds: number }
const effect = (
  type: string,
  kind: 'idempotent' | 'unsafe',
  retry: Retry,
  declared: EffectCall['effect'] = kind,
): StepType =>
  testStep(
    type,
    kind,
    async ({ config, run, task, idempotencyKey, signal }) => {
      const { value = null, slowMs = 0, refuse = 0, connection } = config
      const call: EffectCall = {
        effect: declared,
        run: run.id,
        task: task.id,
        attempt: task.attempt,
        key: idempotencyKey,
        value,
        slowMs: Number(slowMs),
        refuse: Number(refuse),
        ...(connection ? { lane: String(connection) } : {}),
      }
      const port = {
        post: async () =>
          await fetch(process.env['PROVIDER_URL'] ?? '', {
            method: 'POST',
            body: JSON.stringify(call),
            signal,
          }),
      }
      const limits = {
        id: String(connection),
        organizationId: run.organizationId,
        slug: 'limited',
        maxConcurrent: atOnce,
        maxPerMinute: null,
      }
      const response = await (connection ? limitCalls(port, limits) : port).post()
      if (response.status === 409)
        throw new StepError('refused', 'The provider said that it did not do it.')
      return done((await response.json()) as Receipt)
    },
    { retry: { ...retry, factor: 1, maxDelaySeconds: 1 } },
  )

/**
 * `order` is unsafe and may be repeated where its step has a retry policy; the provider honours its
 * key.
 */
const order = effect('order', 'unsafe', { maxAttempts: 1, delaySeconds: 0 }, 'allowed')

/**
 * `echo` has none; `book` carries a key that the provider honours; `charge` does not, and is
 * refused for good at the first refusal.
 */
export const effectTypes: StepType[] = [
  echo,
  order,
  effect('book', 'idempotent', { maxAttempts: 50, delaySeconds: 0.1 }),
  effect('charge', 'unsafe', { maxAttempts: 1, delaySeconds: 0 }),
]
