import { randomUUID } from 'node:crypto'
import { PDFDocument } from '@pdfme/pdf-lib'
import {
  startProviderServer,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderServer,
} from './provider-server.ts'

type DocumoFax = Record<string, unknown> & { messageId: string }
export type DocumoServer = ProviderServer & {
  apiKey: string
  faxes: Map<string, DocumoFax>
  /** The forms that it took, in their order. */
  forms: { fields: Record<string, string>; attachments: { name: string; pages: number }[] }[]
  /** The pages of a received fax. */
  pdf: Uint8Array
  takeThenCut: boolean
}

const error = (status: number, message: string): ProviderAnswer => ({
  status,
  body: { error: { name: 'Error', message } },
})

/** The fields that Documo takes, with the most characters of each. */
const allowed = new Map([
  ['faxNumber', 16],
  ['callerId', 10],
  ['coverPage', 5],
  ['recipientName', 40],
  ['senderName', 40],
  ['subject', 55],
  ['notes', 4000],
])

/**
 * Documo's faxes as docs.documo.com describes them: the key itself after Basic, multipart, numbers
 * of pages. It refuses what Documo refuses.
 */
export async function startDocumoServer(): Promise<DocumoServer> {
  const apiKey = 'key-of-documo'
  const faxes = new Map<string, DocumoFax>()
  const forms: DocumoServer['forms'] = []

  async function create({ headers, bytes }: ProviderCall): Promise<ProviderAnswer> {
    const contentType = headers['content-type'] ?? ''
    if (!contentType.startsWith('multipart/form-data')) return error(415, 'multipart is required')
    const request = { headers: { 'content-type': contentType } }
    const form = await new Response(new Uint8Array(bytes), request).formData()
    const fields: Record<string, string> = {}
    const attachments: { name: string; pages: number }[] = []
    for (const [name, value] of form) {
      if (typeof value === 'string') fields[name] = value
      else if (name === 'attachments' && value.type === 'application/pdf') {
        const pdf = await PDFDocument.load(await value.arrayBuffer())
        attachments.push({ name: value.name, pages: pdf.getPageCount() })
      } else return error(400, `${name} is not allowed`)
    }
    const wrong = Object.entries(fields).find(
      ([name, value]) => value.length > (allowed.get(name) ?? -1),
    )
    if (wrong) return error(400, `${wrong[0]} is not allowed`)
    if (!/^\+[1-9]\d{6,14}$/.test(fields['faxNumber'] ?? '')) return error(400, 'faxNumber')
    if (!/^(?:true|false)$/.test(fields['coverPage'] ?? '')) return error(400, 'coverPage')
    if (attachments.length === 0) return error(400, 'attachments')
    const fax = {
      messageId: randomUUID(),
      status: 'processing',
      direction: 'outbound',
      resultCode: null,
      resultInfo: null,
      faxNumber: fields['faxNumber'],
      pagesCount: String(attachments.reduce((sum, { pages }) => sum + pages, 0)),
      pagesComplete: 0,
    }
    faxes.set(fax.messageId, fax)
    forms.push({ fields, attachments })
    return { status: 200, body: fax }
  }

  const server = await startProviderServer(async (call) => {
    if (call.headers.authorization !== `Basic ${apiKey}`) return error(401, 'Unauthorized')
    const { pathname, searchParams } = call.url
    if (call.method === 'POST' && pathname === '/v1/faxes') {
      const answer = await create(call)
      if (!documo.takeThenCut) return answer
      documo.takeThenCut = false
      return 'cut'
    }
    if (pathname === '/v1/me') return { status: 200, body: { userId: 'u', accountId: 'a' } }
    const [, id = '', what] = /^\/v1\/fax\/([^/]+)\/(info|download)$/.exec(pathname) ?? []
    const fax = faxes.get(id)
    if (!fax || call.method !== 'GET') return error(404, 'not found')
    if (what === 'info') return { status: 200, body: fax }
    if (searchParams.get('format') !== 'pdf') return error(400, 'format')
    return {
      status: 200,
      headers: { 'content-type': 'application/pdf' },
      body: Buffer.from(documo.pdf).toString('latin1'),
    }
  })
  const documo: DocumoServer = Object.assign(server, {
    apiKey,
    faxes,
    forms,
    pdf: Buffer.from('%PDF-1.4 a page'),
    takeThenCut: false,
  })
  return documo
}
