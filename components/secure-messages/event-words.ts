import type { SecureMessageEvent } from '#lib/domain/secure-message-words'

/** What happened to a message, in words. */
export const eventWords: Record<SecureMessageEvent, string> = {
  sent: 'Sent',
  renewed: 'A new link was mailed',
  'way-changed': 'The way of the code was changed',
  'address-changed': 'The address was corrected, and a new link was mailed',
  opened: 'The link was opened',
  'code-mailed': 'A code was mailed',
  'code-texted': 'A code was sent by text message',
  'code-told': 'A code to read out was made',
  'wrong-code': 'A wrong code was given',
  read: 'Read',
  replied: 'Replied',
  expired: 'Expired: the content was deleted',
  withdrawn: 'Withdrawn: the content was deleted',
}
