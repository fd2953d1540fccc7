import { z } from 'zod'

/** What a draft must prove before it is published. */
export const publishNeedsSchema = z.strictObject({
  tests: z.boolean().meta({ description: 'All tests of the workflow pass.' }),
  backTest: z.enum(['none', 'no-new-failure', 'accepted']).meta({
    description:
      'no-new-failure: a back-test of this very draft found no step that fails newly, or each such ' +
      'difference is accepted by name; accepted: every difference is accepted by name.',
  }),
  runs: z.int().min(1).max(10_000).default(100).meta({
    description: 'The fewest runs of that back-test, where the workflow has so many.',
  }),
})
export type PublishNeeds = z.infer<typeof publishNeedsSchema>

export const noNeeds: PublishNeeds = { tests: false, backTest: 'none', runs: 100 }

/** With what a version was published. */
export const proofSchema = z.object({
  tests: z.object({
    passed: z.int(),
    failed: z.int(),
    failing: z
      .array(z.string())
      .optional()
      .meta({ description: 'Names of the first twenty that fail; older proofs have none.' }),
  }),
  backTest: z
    .object({
      id: z.uuid(),
      same: z.int(),
      different: z.int(),
      unknown: z.int(),
      failing: z.int(),
    })
    .nullable()
    .meta({ description: 'The newest back-test of that very draft.' }),
  accepted: z
    .array(z.string())
    .meta({ description: 'The differences that the publisher accepted, by name.' }),
})
export type Proof = z.infer<typeof proofSchema>
