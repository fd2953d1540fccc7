import { z } from 'zod'

/**
 * What became of a request for approval. `open` and `approved` stand: there is one of them for a
 * workflow. `void`: the draft was changed.
 */
export const approvalStatuses = [
  'open',
  'approved',
  'sent-back',
  'void',
  'withdrawn',
  'published',
] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

const instant = z.iso.datetime({ offset: true })

/** Who stood behind a version besides its publisher, where an approval was needed. */
export const versionApprovalSchema = z.object({
  requestId: z.uuid().nullable().meta({ description: 'Null: nobody approved it.' }),
  askedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  approvedAt: instant.nullable(),
  note: z.string().meta({ description: 'Of the approver.' }),
  without: z
    .string()
    .nullable()
    .meta({ description: 'The reason for which an owner published without an approval.' }),
})
export type VersionApproval = z.infer<typeof versionApprovalSchema>
