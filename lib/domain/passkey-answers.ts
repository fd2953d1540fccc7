import { z } from 'zod'

const text = (max: number) => z.string().max(max)
const credential = {
  id: z.string().min(1).max(2000),
  rawId: text(2000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}

/** What a browser answers when a passkey is used (WebAuthn §5.1.4). Who checks it is the library. */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text(10_000),
    authenticatorData: text(10_000),
    signature: text(10_000),
    userHandle: text(1000).optional(),
  }),
})
export type Assertion = z.output<typeof assertionSchema>

/** What a browser answers when a passkey is made (WebAuthn §5.1.3). */
export const attestationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text(10_000),
    attestationObject: text(50_000),
    authenticatorData: text(10_000).optional(),
    transports: z.array(text(50)).max(20).optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: text(10_000).optional(),
  }),
})
export type Attestation = z.output<typeof attestationSchema>
