/**
 * How the one-time code gets to the recipient. Apart from `mail` each goes by another way than the
 * link. `question`: the code comes by mail, and opens the message only together with an answer that
 * the sender and the recipient know.
 */
export const codeWays = ['mail', 'phone', 'sms', 'question'] as const
export type CodeWay = (typeof codeWays)[number]

/** States of a mail with a link that did not arrive. */
const lost: ReadonlySet<string> = new Set(['failed', 'bounced', 'suppressed'])
export const isLostMail = (status: string): boolean => lost.has(status)

/** `waiting` until its recipient proves themselves by a code; the last two have no content. */
export const secureMessageStatuses = [
  'waiting',
  'opened',
  'read',
  'replied',
  'expired',
  'withdrawn',
] as const
export type SecureMessageStatus = (typeof secureMessageStatuses)[number]

export const secureMessageEvents = [
  'sent',
  'renewed',
  'way-changed',
  'address-changed',
  'opened',
  'code-mailed',
  'code-texted',
  'code-told',
  'wrong-code',
  'read',
  'replied',
  'expired',
  'withdrawn',
] as const
export type SecureMessageEvent = (typeof secureMessageEvents)[number]

export const endReasons = ['expired', 'withdrawn'] as const
export type EndReason = (typeof endReasons)[number]

/** The limits of secure messages. Times are in seconds, sizes in bytes. */
export const secureMessageLimits = {
  validDays: 30,
  recipients: 20,
  files: 10,
  fileBytes: 25 * 1024 * 1024,
  textLength: 100_000,
  /** Of a code. */
  codeSeconds: 10 * 60,
  triesPerCode: 5,
  /** Of a message, over all its recipients and codes. */
  triesPerHour: 20,
  tries: 100,
  resendSeconds: 60,
  /** Codes by mail or text message to one recipient. */
  codesPerHour: 5,
  /** How long an unlocked message can be read in that browser before it asks for another code. */
  readingSeconds: 60 * 60,
  /** Files that a recipient has uploaded and not sent yet. */
  unsentFiles: 20,
} as const
