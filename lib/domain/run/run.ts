import { z } from 'zod'
import { caseNameSchema } from './case-name.ts'
import { runStatuses, runTriggers, taskStatuses } from '../statuses.ts'

const instant = z.iso.datetime({ offset: true })

/**
 * Why a task or a run failed. `code` is stable, `message` is safe to show to the people of the
 * organization.
 */
export const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  stepId: z.string().optional(),
  attempt: z.int().optional(),
})
export type Failure = z.infer<typeof failureSchema>

export const logLineSchema = z.object({
  level: z.enum(['log', 'info', 'warn', 'error']),
  message: z.string(),
})
export type LogLine = z.infer<typeof logLineSchema>

/** A task as the API shows it (specification 2.10, and the additive fields of the decisions). */
export const taskSchema = z.object({
  id: z.uuid(),
  status: z.enum(taskStatuses),
  output: z.unknown(),
  state: z.unknown(),
  workflowRunId: z.uuid(),
  stepId: z.string(),
  stepType: z.string(),
  attempt: z.int(),
  error: failureSchema.nullable(),
  /** Output of its code in every attempt, also in failed ones. */
  logs: z.array(logLineSchema),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
})
export type TaskView = z.infer<typeof taskSchema>

/** A task inside a run's page, with its input. */
export const runTaskSchema = taskSchema.extend({
  title: z.string(),
  input: z.unknown(),
  via: z.string().nullable(),
  createdAt: instant,
})

export const runSummarySchema = z.object({
  id: z.uuid(),
  status: z.enum(runStatuses),
  /**
   * Why a suspended run does not go on although it waits for nothing outside: its workflow is
   * paused, or it waits for its slot.
   */
  holds: z.enum(['workflow-paused', 'turn']).nullable(),
  trigger: z.enum(runTriggers),
  workflow: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
  version: z.int().nullable(),
  /** From the workflow's settings and the start data, or given by a step. */
  ...caseNameSchema.shape,
  startedBy: z.string().nullable(),
  /** It reaches sandbox connections only: a test key started it. */
  sandbox: z.boolean(),
  error: failureSchema.nullable(),
  /** The newest run that repeats this one, which failed or was cancelled. */
  retriedAs: z.uuid().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
})
export type RunSummary = z.infer<typeof runSummarySchema>

/** A whole run. `output` has the outputs of the steps that nothing follows, by step id. */
export const runSchema = runSummarySchema.extend({
  startData: z.unknown(),
  output: z.unknown(),
  definition: z.unknown(),
  retriedFromRunId: z.uuid().nullable(),
  tasks: z.array(runTaskSchema),
})
