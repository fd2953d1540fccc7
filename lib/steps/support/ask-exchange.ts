import type { HieRequest } from '#lib/domain/provider/hie'
import { suspend, type StepExecution, type StepResult } from '../define-step.ts'
import { fromProvider } from './from-provider.ts'

type Execution = Pick<
  StepExecution<{ connection: string; timeoutSeconds: number }, undefined>,
  'config' | 'services' | 'run' | 'idempotencyKey' | 'signal'
>

/**
 * Asks a health information exchange and waits for its answer as an async result. An attempt that
 * is repeated waits for the answer of the first.
 */
export async function askExchange(
  { config: { connection, timeoutSeconds }, services, run, idempotencyKey, signal }: Execution,
  request: HieRequest,
  what: string,
): Promise<StepResult<never>> {
  signal.throwIfAborted()
  const { asyncResultId } = await fromProvider(
    services.requestHie(run.organizationId, {
      connection,
      request,
      key: idempotencyKey,
      timeoutSeconds,
    }),
  )
  return suspend({ reason: 'async-result', asyncResultId, what: `${what} from ${connection}` })
}
