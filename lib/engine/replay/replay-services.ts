import type pg from 'pg'
import { PermanentStepError, type StepServices, type StepType } from '#lib/steps/define-step'
import type { AttemptServices } from '../execute/attempt.ts'

/** What computes without telling anybody: these alone are called while a run is replayed. */
type ComputingServices = Pick<StepServices, 'runCode' | 'computeExpressions' | 'documentToHtml'>

/** What a replay needs of the product. */
export type ReplayServices = {
  pool: pg.Pool
  stepTypes: Map<string, StepType>
  services: ComputingServices
  /** The fields of an answer that do not fit a form; empty when it fits. */
  checkAnswer(schema: Record<string, unknown>, answer: unknown): Promise<string[]>
}

/** The code of the error with which a step ends that wants more than to compute. */
export const notReplayed = 'not_replayed'

const refuse = (): never => {
  throw new PermanentStepError(notReplayed, 'A replay calls nothing outside.')
}

/**
 * Services that compute, and refuse everything else. A service that is added later is refused as
 * well: so a replay can never send a letter, whatever a step type does.
 */
export function computingOnly({ services, stepTypes }: ReplayServices): AttemptServices {
  const allowed: Record<string, unknown> = {
    runCode: services.runCode.bind(services),
    computeExpressions: services.computeExpressions.bind(services),
    documentToHtml: services.documentToHtml.bind(services),
  }
  return {
    stepTypes,
    services: new Proxy(allowed, {
      get: (own, name) => own[String(name)] ?? refuse,
    }) as unknown as StepServices,
    // The step gets no connection: the inputs of calls are computed, and nothing is called.
    openConnection: async () => undefined,
  }
}
