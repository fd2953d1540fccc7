import type { HieRequest } from '#lib/domain/provider/hie'
import { suspend, type StepExecution, type StepResult } from '../define-step.ts'
import { fromProvider } from './from-provider.ts'

type Execution = Pick<
  StepExecution<{ connection: string; timeoutSeconds: number }, undefined>,
  'config' | 'services' | 'run' | 'idempotencyKey' | 'signal'
>

/**
 * Asks a health information exchange and waits for its answer as an async result. A repeated
 * attempt waits for the answer to the first request.
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
