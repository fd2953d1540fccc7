/** Sizes and counts of mails that are received; tests make some of them small. */
export const receivedMailLimits = {
  /** Of the whole message as it is sent. */
  messageBytes: 25 * 1024 * 1024,
  headerBytes: 256 * 1024,
  /** One recipient of ours gets one row. */
  recipients: 20,
  /** More `Received` headers than this are a loop (RFC 5321 §6.3). */
  hops: 50,
  attachments: 50,
  /** All attachments together, after decoding. */
  attachmentBytes: 25 * 1024 * 1024,
  /** Multiparts and messages within each other. */
  depth: 30,
  textCharacters: 1_000_000,
  addresses: 100,
} as const

/**
 * Where a received mail stands. `waiting`: it is stored and not read yet. `started` and `answered`:
 * it did its work. The others did none, and `reason` says why: `stopped` by a rule or because it is
 * automatic, `refused` by the workflow, `unreadable`.
 */
export const receivedMailStatuses = [
  'waiting',
  'started',
  'answered',
  'stopped',
  'refused',
  'unreadable',
] as const
export type ReceivedMailStatus = (typeof receivedMailStatuses)[number]

/** What an address is for: starting a workflow, or answering a waiting run. */
export const mailPurposes = ['start', 'reply'] as const
export type MailPurpose = (typeof mailPurposes)[number]

/** The words of RFC 8601. Only `pass` proves anything. */
export const checkResults = [
  'pass',
  'fail',
  'softfail',
  'neutral',
  'none',
  'policy',
  'temperror',
  'permerror',
] as const
export type CheckResult = (typeof checkResults)[number]
