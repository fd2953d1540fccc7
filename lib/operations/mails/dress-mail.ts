/** The organization that sends a mail, as its settings name it. */
export type MailSender = {
  organization: string
  /** The name with which mails are sent and signed; then they end with it. */
  mailName?: string | undefined
  /** The organization's address, where answers go unless `replyTo` says otherwise. */
  mailFrom?: string | undefined
  replyTo?: string | undefined
  /** Whether mails may be sent from `mailFrom`, because its domain is the organization's. */
  mayBeFrom: boolean
  logo?: { mimeType: string; content: string; width: number; height: number } | undefined
}

type Content = { text: string; html: string | null }
type Address = { name: string; address: string }

/** What nodemailer sends, apart from recipients, subject and ids. */
export type DressedMail = {
  from: Address
  replyTo?: Address
  text: string
  html?: string
  attachments?: { cid: string; filename: string; content: Buffer; contentType: string }[]
}

/** The height of a logo in a mail, in CSS pixels. */
const logoHeight = 40

/** The address in `Rounds <rounds@example.com>`. */
const addressIn = (from: string): string => /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from.trim()

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (sign) =>
      ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
  )

/** Escapes a text and makes its addresses of web pages links. */
const htmlOf = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 0 ? escapeHtml(part) : `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>`,
    )
    .join('')

const cid = 'logo@rounds'

function withLogo(text: string, name: string, logo: NonNullable<MailSender['logo']>): string {
  const width = Math.round((logo.width / logo.height) * logoHeight)
  return (
    `<p><img src="cid:${cid}" width="${width}" height="${logoHeight}" alt="${escapeHtml(name)}"></p>` +
    `<div style="font-family:sans-serif;font-size:14px;line-height:1.5;white-space:pre-wrap">` +
    `${htmlOf(text)}</div>`
  )
}

/**
 * Gives a mail the organization's name, address, signature and logo. It is sent in the
 * organization's name from the installation's address (`installation`, MAIL_FROM), and from the
 * organization's own address only when its domain is proven to be theirs or its own server sends it:
 * else one organization could write as another. Answers go to the organization in both cases. Mails that are
 * HTML already are left as they are.
 */
export function dressMail(
  { text: plain, html }: Content,
  sender: MailSender,
  installation: string,
): DressedMail {
  const { organization, mailName, mailFrom, replyTo, mayBeFrom, logo } = sender
  const name = mailName ?? organization
  const own = mailFrom === undefined ? undefined : { name, address: mailFrom }
  const from = own && mayBeFrom ? own : { name, address: addressIn(installation) }
  const answersTo = replyTo ?? mailFrom
  // "-- " begins a signature (RFC 3676 §4.3).
  const text = mailName === undefined ? plain : `${plain.trimEnd()}\n\n-- \n${mailName}\n`
  const picture = html === null ? logo : undefined
  const withPicture = picture && {
    html: withLogo(text, name, picture),
    attachments: [
      {
        cid,
        filename: picture.mimeType === 'image/png' ? 'logo.png' : 'logo.jpg',
        content: Buffer.from(picture.content, 'base64'),
        contentType: picture.mimeType,
      },
    ],
  }
  return {
    from,
    ...(answersTo === undefined ? {} : { replyTo: { name, address: answersTo } }),
    text,
    ...(html === null ? {} : { html }),
    ...withPicture,
  }
}
