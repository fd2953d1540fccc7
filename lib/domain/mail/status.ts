/**
 * `queued` is on its way; `kept` was stored and not sent, because no mail server is set or a test
 * key made it; `failed` was given up; `suppressed` was not sent, because its recipients are on the
 * list of suppressed addresses; `held` waits for a person, since it may have been sent after the
 * backup from which the installation was restored. What follows `sent` is known only where somebody tells.
 */
export const mailStatuses = [
  'queued',
  'held',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'suppressed',
  'kept',
  'failed',
] as const
export type MailStatus = (typeof mailStatuses)[number]

/** `delayed`: the other mail server tries on. `bounced`: the recipient did not get it. */
export const mailEventTypes = ['delivered', 'delayed', 'bounced', 'complained'] as const
export type MailEventType = (typeof mailEventTypes)[number]

/** Who told: a report by mail, our own mail server when it took the mail, or a provider. */
export const mailEventSources = ['report', 'server', 'ses', 'sendgrid', 'postmark'] as const
export type MailEventSource = (typeof mailEventSources)[number]

export const suppressionReasons = ['bounced', 'complained'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

/** How far a sent mail has got; news never lead back. */
const order: Partial<Record<MailStatus, number>> = {
  queued: 0,
  sent: 1,
  delivered: 2,
  bounced: 3,
  complained: 4,
}

/**
 * The status of a mail with these events. One recipient who did not get it makes it bounced; it is
 * delivered when all got it. A mail that was never sent keeps its status.
 */
export function statusAfter(
  before: MailStatus,
  recipients: readonly string[],
  events: readonly { type: MailEventType; recipient: string | null }[],
): MailStatus {
  const has = (type: MailEventType) => events.some((event) => event.type === type)
  const got = new Set(
    events.flatMap(({ type, recipient }) => (type === 'delivered' ? recipient : [])),
  )
  const statusOfEvents = (): MailStatus => {
    if (has('complained')) return 'complained'
    if (has('bounced')) return 'bounced'
    return recipients.every((address) => got.has(address.toLowerCase())) ? 'delivered' : 'sent'
  }
  const after = statusOfEvents()
  const isLater = (order[after] ?? 0) > (order[before] ?? Number.POSITIVE_INFINITY)
  return isLater ? after : before
}

/**
 * Whether a status of RFC 3463 says that the address itself does not work: it is unknown, wrong,
 * moved or disabled, or nothing more is said. A full mailbox, a refused content and what passes
 * (4.x.x) are none.
 */
export function isAddressDead(code: string | null | undefined): boolean {
  if (!code) return false
  // 5.1.7 and 5.1.8 are about the address of the sender.
  return /^5\.(?:0\.0|1\.(?:0|1|2|3|4|6|9|10)|2\.1|4\.4)$/.test(code.trim())
}

/** The status of RFC 3463 in the answer of a mail server, like `550 5.1.1 No such user`. */
export const statusIn = (answer: string): string | undefined =>
  /(?:^|\s|#)([245]\.\d{1,3}\.\d{1,3})(?=[\s.,;:)]|$)/.exec(answer)?.[1]
