import type { ReplayServices } from '#lib/engine/replay/replay-services'
import { stepTypes } from '#lib/steps/registry'
import { runStepCode } from './customer-code.ts'
import { computeStepExpressions } from './step-expressions.ts'

/** What a replay needs, without what belongs to an organization. */
export type ReplayParts = Pick<ReplayServices, 'services' | 'stepTypes'>

/** Replays compute in the process pools, so every process of the product can replay. */
export const replayParts: ReplayParts = {
  stepTypes,
  services: {
    runCode: runStepCode,
    computeExpressions: computeStepExpressions,
    async documentToHtml(document) {
      const { jsonToHtml } = await import('#lib/documents/json-to-html/json-to-html')
      return jsonToHtml(document)
    },
  },
}
