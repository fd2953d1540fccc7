import { inOrganization } from '#db/client'
import { drawPdf } from '#lib/documents/draw/draw-pdf'
import { ApiError } from '#lib/domain/api-error'
import type { FaxCover, FaxMark } from '#lib/domain/provider/fax'
import { storeRunFile } from '../files/store-run-file.ts'
import { nameOfOrganization } from '../organizations/name-of-organization.ts'

type Cover = {
  key: string
  runId: string
  cover: FaxCover
  to: string
  /** With the cover page. */
  pages: number
  timeZone: string
  at: Date
  createdBy: string
  signal: AbortSignal
}

const marks: Record<FaxMark, string> = {
  none: '',
  urgent: 'Urgent',
  'for-review': 'For review',
  'please-reply': 'Please reply',
}

const notice =
  'This fax is confidential. It may have information about a patient that the law protects. If you ' +
  'are not the recipient named above, do not read, copy or pass on its pages. Tell the sender at ' +
  'once by telephone, and destroy all pages.'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const row = (name: string, value: string | undefined): string =>
  value ? `<tr><td><b>${name}</b></td><td dir="auto">${escaped(value)}</td></tr>` : ''

function htmlOf({ cover, to, pages, timeZone, at }: Cover, organization: string): string {
  const date = at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone })
  const rows = [
    row('To', cover.recipientName),
    row('Fax', to),
    row('From', cover.senderName ?? organization),
    row('Telephone', cover.senderPhone),
    row('Date', date),
    row('Pages', `${pages}, with this one`),
    row('Subject', cover.subject),
  ]
  const notes = (cover.notes ?? '').split(/\r?\n/).filter((line) => line.trim() !== '')
  return [
    `<p><b>${escaped(organization)}</b></p><h1>Fax</h1>`,
    marks[cover.mark] ? `<h2>${marks[cover.mark]}</h2>` : '',
    `<table>${rows.join('')}</table>`,
    ...notes.map((line) => `<p dir="auto">${escaped(line)}</p>`),
    cover.confidential ? `<hr><p>${notice}</p>` : '',
  ].join('')
}

/**
 * Draws the cover page and stores it as a file of the run; the same `key` draws no second one. It
 * is ours, not the provider's, so that it is the same with every provider, and people see what was
 * sent. Throws 400 when it cannot be drawn.
 */
export async function drawCoverPage(organizationId: string, cover: Cover): Promise<string> {
  const { key, runId, createdBy, at, signal } = cover
  const organization = await inOrganization(organizationId, (tx) =>
    nameOfOrganization(tx, organizationId),
  )
  const drawn = await drawPdf({
    html: htmlOf(cover, organization),
    title: `Fax of ${organization}`,
    language: 'en-US',
    at,
    organizationId,
    signal,
  })
  if (drawn.type === 'refused') throw ApiError.invalid([{ path: 'cover', message: drawn.message }])
  const { id } = await storeRunFile(organizationId, {
    key: `fax cover:${key}`,
    runId,
    fileName: 'cover-page.pdf',
    mimeType: 'application/pdf',
    content: drawn.bytes,
    createdBy,
  })
  return id
}
