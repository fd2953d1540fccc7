import { z } from 'zod'
import { retrySchema } from './definition.ts'
import { connectionKinds, effects } from '../statuses.ts'

/**
 * The data of a step type for the editor, read from the step's file and sent as JSON. `branches`
 * describes the names of a step's outgoing branches: a fixed list, or the values of `key` in the
 * config array `from` (plus `also`).
 */
export const branchesSchema = z.union([
  z.strictObject({ fixed: z.array(z.string()) }),
  z.strictObject({ from: z.string(), key: z.string(), also: z.array(z.string()) }),
])
export type Branches = z.infer<typeof branchesSchema>

export const stepTypeInfoSchema = z.strictObject({
  type: z.string(),
  version: z.int(),
  title: z.string(),
  description: z.string(),
  category: z.enum(['Flow', 'People', 'Data', 'Documents', 'Healthcare', 'Communication', 'Code']),
  /** What a step does, in words with its settings (`says.ts`); none where its type says it. */
  says: z.array(z.string()).optional(),
  /** A lucide icon name in kebab-case. */
  icon: z.string(),
  effect: z.enum(effects),
  /** JSON Schema (draft 2020-12) of the config; an expression may replace any value. */
  configSchema: z.record(z.string(), z.unknown()),
  uiSchema: z.record(z.string(), z.unknown()),
  outputSchema: z.record(z.string(), z.unknown()),
  connection: z.enum(connectionKinds).optional(),
  /** The step also works without a connection. */
  connectionOptional: z.literal(true).optional(),
  branches: branchesSchema.optional(),
  /**
   * Config fields whose expressions the step computes itself, perhaps often; they may read `item`.
   */
  deferred: z.array(z.string()).optional(),
  retry: retrySchema.optional(),
  /**
   * False when another attempt meets the same failure (the step only computes or waits), so that
   * the step has no retry policy.
   */
  retryable: z.literal(false).optional(),
  /** The maximum time of one attempt where the step says none; 300 where this is left out. */
  timeoutSeconds: z.number().optional(),
  /** True when the step opens a screen for a person: it has `priority` and `before_complete`. */
  screen: z.boolean(),
  examples: z.array(
    z.strictObject({ title: z.string(), config: z.record(z.string(), z.unknown()) }),
  ),
})
export type StepTypeInfo = z.infer<typeof stepTypeInfoSchema>
