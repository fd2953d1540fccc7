import { z } from 'zod'

/**
 * How a sender signs what it posts: always HMAC-SHA256 with a secret that both sides know.
 * `body`: of the body, in a header of the sender's choice, as hex (also after `sha256=`) or Base64.
 * `timestamp`: of `<t>.<body>`, in a header like `t=1726000000,v1=5257a8…`.
 * `standard`: Standard Webhooks, of `<webhook-id>.<webhook-timestamp>.<body>`.
 */
const webhookSchemes = ['none', 'body', 'timestamp', 'standard'] as const

/** The name of a header, in lower case, as requests have it. */
const headerNameSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'This is no name of a header. Like X-Signature.')

const webhookSignatureSchema = z.strictObject({
  scheme: z.enum(webhookSchemes).default('none'),
  /** Where the signature is; `standard` has its own. */
  header: headerNameSchema.nullable().default(null),
})
export type WebhookSignature = z.infer<typeof webhookSignatureSchema>

/** Why a delivery started nothing: no value of its body is in it. */
const webhookReasonSchema = z.object({
  code: z.string(),
  message: z.string(),
  /** Which fields were wrong. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type WebhookReason = z.infer<typeof webhookReasonSchema>

/** A field of a body, without its value. */
const bodyFieldSchema = z.object({
  /** Its keys, joined by dots. */
  path: z.string(),
  type: z.enum(['text', 'number', 'yes or no', 'nothing', 'list']),
})
export type BodyField = z.infer<typeof bodyFieldSchema>
