import PostalMime, { type Attachment } from 'postal-mime'
import { most, type MailReport, type ReportedRecipient } from '../report-messages.ts'

const actions = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const
type Fields = Map<string, string[]>

const decoder = new TextDecoder()
function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : decoder.decode(content)
}

/** The groups of fields of a report (RFC 3464 §2.1); names are in lower case. */
function groupsOf(text: string): Fields[] {
  const unfolded = text.replace(/\r\n?/g, '\n').replace(/\n[ \t]+/g, ' ')
  return unfolded.split(/\n{2,}/).flatMap((block) => {
    const fields: Fields = new Map()
    for (const line of block.split('\n')) {
      const [, name, value] = /^([!-9;-~]+):[ \t]*(.*)$/.exec(line) ?? []
      if (name === undefined || value === undefined) continue
      const key = name.toLowerCase()
      fields.set(key, [...(fields.get(key) ?? []), value.trim().slice(0, most.characters)])
    }
    return fields.size > 0 ? [fields] : []
  })
}

/** The value behind the type, like `rfc822; ada@example.com`, without `<>`. */
const typed = (value: string | undefined): string | null => {
  if (value === undefined) return null
  const [, after] = /^[\w.+-]+\s*;\s*(.*)$/.exec(value) ?? []
  return (after ?? value).replace(/^<(.*)>$/, '$1')
}

function recipientOf(fields: Fields): ReportedRecipient[] {
  const first = (name: string) => fields.get(name)?.[0]
  const action = actions.find((known) => known === first('action')?.toLowerCase())
  if (action === undefined) return []
  const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(first('status') ?? '')?.[0] ?? null
  return [
    {
      final: typed(first('final-recipient')),
      original: typed(first('original-recipient')),
      action,
      status,
      diagnostic: typed(first('diagnostic-code')),
    },
  ]
}

const bareAddress = (value: string): string => value.trim().replace(/^<(.*)>$/, '$1')

function complaintOf(report: Attachment, parts: Attachment[]): MailReport {
  const [fields = new Map()] = groupsOf(textOf(report)) as (Fields | undefined)[]
  const all = (name: string): string[] => (fields as Fields).get(name) ?? []
  const original = parts.find(({ mimeType }) =>
    ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'].includes(
      mimeType.toLowerCase(),
    ),
  )
  const [headers] = original ? groupsOf(textOf(original).slice(0, 64 * 1024)) : []
  const recipients = [...all('original-rcpt-to'), ...all('removal-recipient')]
  const senders = [...all('original-mail-from'), ...(headers?.get('return-path') ?? [])]
  return {
    kind: 'complaint',
    feedback: all('feedback-type')[0]?.toLowerCase() ?? 'abuse',
    recipients: recipients.map(bareAddress).slice(0, most.recipients),
    senders: senders.map(bareAddress).slice(0, most.senders),
  }
}

/**
 * Reads a mail as a delivery status notification (RFC 3464) or a complaint (ARF, RFC 5965). The
 * parts of a report come from postal-mime as attachments.
 */
export async function readReport(bytes: Uint8Array): Promise<MailReport> {
  const { attachments } = await PostalMime.parse(bytes, {
    maxNestingDepth: 20,
    maxHeadersSize: 256 * 1024,
    forceRfc822Attachments: true,
  })
  const ofType = (type: string) =>
    attachments.find(({ mimeType }) => mimeType.toLowerCase() === type)
  const complaint = ofType('message/feedback-report')
  if (complaint) return complaintOf(complaint, attachments)
  const status = ofType('message/delivery-status') ?? ofType('message/global-delivery-status')
  if (!status) return { kind: 'other' }
  const recipients = groupsOf(textOf(status)).flatMap(recipientOf)
  return { kind: 'delivery', recipients: recipients.slice(0, most.recipients) }
}
