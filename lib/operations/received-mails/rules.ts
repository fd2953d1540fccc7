import type { MailContent, MailReason, MailRules, MailSigns } from '#lib/domain/received-mail'
import type { MailPurpose } from '#lib/domain/received-mail-words'

export type JudgedMail = {
  purpose: MailPurpose
  /** Of the envelope. */
  sender: string
  content: MailContent
  signs: MailSigns
  rules: MailRules
}

const because = (code: string, message: string): MailReason => ({ code, message })

/**
 * Stops loops (RFC 3834): what programs wrote must not make programs write. These hold for every
 * address.
 */
function automaticReason({ purpose, sender, content, signs, rules }: JudgedMail) {
  if (signs.isOurs) return because('own-mail', 'It is a mail of Rounds itself that came back.')
  if (signs.isReport || sender === '')
    return because('delivery-report', 'It is a report of a mail server or mail program.')
  if (signs.isAutoReply)
    return because('automatic-answer', 'A program answered, such as for somebody who is away.')
  if (signs.isList) return because('mailing-list', 'It was sent to a mailing list, or in bulk.')
  const mayBeAutomatic = purpose === 'start' && rules.acceptAutomatic
  if (content.autoSubmitted && !mayBeAutomatic)
    return because('automatic', 'It says that no person wrote it.')
  return undefined
}

function isAllowed(from: string, senders: readonly string[]): boolean {
  const address = from.toLowerCase()
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return senders.some((allowed) => {
    const wanted = allowed.toLowerCase()
    return wanted.includes('@') ? wanted === address : wanted === domain
  })
}

/** The rules of a workflow's address. Only `pass` proves a sender. */
function ruleReason({ content, rules }: JudgedMail): MailReason | undefined {
  if (rules.senders.length > 0 && !isAllowed(content.from, rules.senders))
    return because('sender', 'Its sender is not among the allowed ones.')
  if (rules.requireProven && !content.checks.aligned)
    return because('not-proven', 'Its sender is not proven: neither SPF nor DKIM passed for it.')
  const { subjectContains } = rules
  if (!content.subject.toLowerCase().includes(subjectContains.toLowerCase()))
    return because('subject', 'Its subject does not contain what the address asks for.')
  return undefined
}

/** Why a mail must not do its work; undefined when it may. */
export function reasonToStop(mail: JudgedMail): MailReason | undefined {
  return automaticReason(mail) ?? (mail.purpose === 'start' ? ruleReason(mail) : undefined)
}
