import { z } from 'zod'

/** Every kind of problem that a definition can have; part of the public API. */
export const problemCodes = [
  'no_steps',
  'duplicate_step_id',
  'unknown_step_type',
  'unknown_edge_step',
  'self_edge',
  'duplicate_edge',
  'cycle',
  'unreachable_step',
  'unconnected_step',
  'unknown_branch',
  'missing_branch',
  'not_branching',
  'invalid_expression',
  'invalid_config',
  'unknown_step_reference',
  'reference_not_before',
  'unknown_start_field',
  'unknown_output_field',
  'unknown_run_field',
  'unknown_name',
  'error_outside_handler',
  'item_outside_loop',
  'loop_without_body',
  'loop_body_crossed',
  'loop_names_case',
  'unknown_workflow',
  'missing_connection',
  'unknown_connection',
  'unknown_template',
  'missing_placeholder',
  'unknown_placeholder',
  'wrong_placeholder_value',
  'template_changed',
  'unknown_handler',
  'handler_has_after',
  'handler_of_itself',
  'handler_followed',
  'screen_only_field',
  'invalid_deadline',
  'unknown_in_deadline',
  'retry_without_use',
  'invalid_code',
  'mistyped_code',
  'invalid_start_data',
  'unknown_time_zone',
  'label_unserved',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/**
 * A problem of a definition. An `error` blocks publishing, a `warning` does not. `path` is dotted
 * and starts at the step (`config.patientId`, `after.0.via`) when `stepId` is set, otherwise at the
 * definition (`startData`, `settings.timeZone`).
 */
export const problemSchema = z.object({
  code: z.enum(problemCodes),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  stepId: z.string().optional(),
  path: z.string().optional(),
})
export type Problem = z.infer<typeof problemSchema>
