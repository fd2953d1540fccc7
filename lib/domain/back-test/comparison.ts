import { z } from 'zod'
import { effects, runStatuses, taskStatuses } from '../statuses.ts'
import { differenceKinds, unknownReasons } from './difference.ts'

/** How a step ended, in a run or in its replay. */
const sideSchema = z.object({
  status: z.enum(taskStatuses),
  via: z.string().nullable().meta({ description: 'The branch by which it is left.' }),
  viaTitle: z.string().nullable().meta({ description: 'The branch, as people named it.' }),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type ComparedSide = z.infer<typeof sideSchema>

const comparedStepSchema = z.object({
  stepId: z.string(),
  title: z.string(),
  items: z.array(z.int()).meta({ description: 'Numbers of items, from the outside in.' }),
  effect: z.enum(effects).meta({ description: 'Whether it computes, asks, or sends.' }),
  before: sideSchema.nullable().meta({ description: 'Null: it did not run.' }),
  after: sideSchema.nullable().meta({ description: 'Null: it would not run, or is not known.' }),
  fromRecord: z.boolean().meta({ description: 'Its answer was taken from the run.' }),
  unknown: z
    .object({ why: z.enum(unknownReasons), because: z.string() })
    .nullable()
    .meta({ description: 'Why it is not known, and the step that is to blame.' }),
  kinds: z.array(z.enum(differenceKinds)).meta({ description: 'In what it differs.' }),
  changes: z.array(
    z.object({
      of: z.enum(['input', 'output']),
      before: z.unknown(),
      after: z.unknown(),
      tooLarge: z.boolean().meta({ description: 'Values of more than 256 kB are left out.' }),
    }),
  ),
})
export type ComparedStep = z.infer<typeof comparedStepSchema>

export const runComparisonSchema = z.object({
  runId: z.uuid(),
  title: z.string().nullable(),
  startedAt: z.iso.datetime({ offset: true }),
  before: z.enum(runStatuses).meta({ description: 'How the run ended.' }),
  after: z.enum(runStatuses).nullable().meta({ description: 'How it would end; null: not known.' }),
  steps: z.array(comparedStepSchema),
})
export type RunComparison = z.infer<typeof runComparisonSchema>
