import PostalMime, { type Address, type Attachment, type Email, type Mailbox } from 'postal-mime'
import { allowedHtml } from '#lib/domain/allowed-html'
import { loopHeader, type MailSigns } from '#lib/domain/received-mail'
import { cleanText } from '../../clean-text.ts'
import type { MailReply, MailRequest } from '../messages.ts'
import { newTextOf } from './split-quote.ts'

type Read = Extract<MailRequest, { do: 'read' }>
type Limits = Read['limits']

/** A reason why a mail is not read, for the person who looks at it. */
class Refused extends Error {}

const maxLine = 2_000

/** One line without control characters: it comes from a header, and goes into lists and headers. */
const lineOf = (text: string | undefined): string =>
  (text ?? '')
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these characters are what is replaced
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .slice(0, maxLine)
    .toWellFormed()

const mailboxesOf = (addresses: Address[] | undefined): Mailbox[] =>
  (addresses ?? []).flatMap((each) => each.group ?? [each])

const addressesOf = (addresses: Address[] | undefined, { addresses: most }: Limits): string[] =>
  mailboxesOf(addresses)
    .map(({ address }) => lineOf(address))
    .filter((address) => address !== '')
    .slice(0, most)

/** As the mail says; what no clock can show is no date. */
function dateOf(text: string | undefined): string | null {
  const date = new Date(text ?? '')
  const year = date.getUTCFullYear()
  return year >= 1970 && year < 10_000 ? date.toISOString() : null
}

const usable = (text: string): string =>
  cleanText(text.toWellFormed())
    // oxlint-disable-next-line no-control-regex -- these characters are what is removed
    .replaceAll(/[\u0001-\u0008\u000b-\u001f\u007f]/g, '')

/** The text of HTML: first what may stay of it, as everywhere, then its text. */
async function textOfHtml(html: string): Promise<string> {
  const [{ default: sanitizeHtml }, { convert }] = await Promise.all([
    import('sanitize-html'),
    import('html-to-text'),
  ])
  const clean = sanitizeHtml(html, allowedHtml)
  return convert(clean, {
    wordwrap: false,
    limits: { maxInputLength: clean.length + 1 },
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      { selector: 'blockquote', options: { trimEmptyLines: true } },
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  })
}

async function textOf({ text = '', html = '' }: Email, limits: Limits): Promise<string> {
  const plain = usable(text)
  const found = plain === '' && html !== '' ? usable(await textOfHtml(html)) : plain
  if (found.length > limits.textCharacters)
    throw new Refused(
      `The text of this mail has more than ${limits.textCharacters} characters. ` +
        'Ask the sender to attach it as a file.',
    )
  return found
}

/** Headers of programs that answer by themselves, beside `Auto-Submitted`. */
const autoReplyHeaders = ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-autoresponder']
const listHeaders = ['list-id', 'list-post', 'x-mailing-list']

function signsOf({ headers, messageId = '' }: Email, host: string): MailSigns {
  const valueOf = (name: string): string | null => {
    const found = headers.find(({ key }) => key === name)
    return found ? lineOf(found.value).toLowerCase().slice(0, 100) : null
  }
  const has = (names: string[]): boolean => headers.some(({ key }) => names.includes(key))
  const autoSubmitted = valueOf('auto-submitted')
  const precedence = valueOf('precedence')
  const subject = valueOf('subject') ?? ''
  // The ids that deliver-mail makes: a UUID at our host.
  const id = lineOf(messageId).toLowerCase()
  const isOwn = /^<[0-9a-f-]{36}@/.test(id) && id.slice(38) === `${host.toLowerCase()}>`
  const loop = headers.some(
    ({ key, value }) =>
      ['x-loop', loopHeader.toLowerCase()].includes(key) && value.toLowerCase().includes(host),
  )
  return {
    autoSubmitted,
    precedence,
    isList: has(listHeaders) || ['bulk', 'list', 'junk'].includes(precedence ?? ''),
    isAutoReply:
      autoSubmitted?.startsWith('auto-replied') === true ||
      precedence === 'auto_reply' ||
      has(autoReplyHeaders) ||
      /^(automatic reply|automatische antwort|out of office):/.test(subject),
    isOurs: loop || isOwn,
    // Of any type: a read receipt (RFC 8098) is no answer either.
    isReport: /^multipart\/report\b/.test(valueOf('content-type') ?? ''),
  }
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)

function requireAttachments(attachments: Attachment[], limits: Limits): void {
  if (attachments.length > limits.attachments)
    throw new Refused(`This mail has more than ${limits.attachments} attachments.`)
  const total = attachments.reduce((sum, each) => sum + bytesOf(each).byteLength, 0)
  if (total > limits.attachmentBytes)
    throw new Refused(
      `The attachments of this mail have more than ${limits.attachmentBytes} bytes together.`,
    )
}

/** A name for an attachment without one, by its type. */
function nameOf({ filename, mimeType }: Attachment, index: number): string {
  const given = lineOf(filename ?? undefined)
  if (given !== '') return given
  if (mimeType === 'message/rfc822') return `mail-${index + 1}.eml`
  const [kind = 'file'] = mimeType.split('/')
  return `${/^[a-z]+$/.test(kind) ? kind : 'file'}-${index + 1}`
}

async function parse(bytes: Buffer, limits: Limits): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, {
      maxNestingDepth: limits.depth,
      maxHeadersSize: limits.headerBytes,
      // A mail within a mail is a file, so that its text is not taken for the sender's.
      forceRfc822Attachments: true,
    })
  } catch (error) {
    // The parser's message may quote the mail.
    const said = error instanceof Error ? error.message : ''
    if (/nesting/i.test(said))
      throw new Refused('The parts of this mail are nested too deeply to be read.')
    if (/header/i.test(said))
      throw new Refused('The headers of this mail are too large to be read.')
    throw new Refused('This mail cannot be read; it may be damaged.')
  }
}

/** Reads a mail, and sends the contents of its attachments, one after the other. */
async function read(
  { limits, host }: Read,
  bytes: Buffer,
  send: (part: Uint8Array) => void,
): Promise<MailReply> {
  const email = await parse(bytes, limits)
  requireAttachments(email.attachments, limits)
  const text = await textOf(email, limits)
  const [from] = mailboxesOf(email.from ? [email.from] : [])
  const signs = signsOf(email, host)
  const automatic = signs.autoSubmitted !== null && !/^no\b/.test(signs.autoSubmitted)
  const content = {
    from: lineOf(from?.address),
    fromName: lineOf(from?.name),
    to: addressesOf(email.to, limits),
    cc: addressesOf(email.cc, limits),
    subject: lineOf(email.subject),
    date: dateOf(email.date),
    text,
    newText: newTextOf(text),
    autoSubmitted: automatic || signs.isAutoReply,
  }
  const attachments = email.attachments.map((each, index) => ({
    fileName: nameOf(each, index),
    mimeType: lineOf(each.mimeType).slice(0, 300),
  }))
  for (const attachment of email.attachments) send(bytesOf(attachment))
  return { did: 'read', mail: { content, signs, attachments } }
}

/** Reads a mail; or answers in a sentence why it cannot be read. */
export async function readMail(
  request: Read,
  bytes: Buffer,
  send: (part: Uint8Array) => void,
): Promise<MailReply> {
  try {
    return await read(request, bytes, send)
  } catch (error) {
    if (error instanceof Refused) return { did: 'refused', message: error.message }
    if (error instanceof RangeError)
      return { did: 'refused', message: 'The parts of this mail are nested too deeply to be read.' }
    throw error
  }
}
