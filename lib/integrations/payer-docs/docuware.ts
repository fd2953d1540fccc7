import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { countOf } from '#lib/domain/count-of'
import { nameInDisposition } from '#lib/domain/provider/name-in-disposition'
import type { PayerCriterion, PayerDocument } from '#lib/domain/provider/payer-document'
import { addressField } from '../address-field.ts'
import { providerHttp, type ProviderRequest, type ProviderResponse } from '../outbound/http.ts'
import { defineProvider } from '../provider.ts'
import { providerRefused } from '../outbound/provider-refused.ts'
import { docuwareDocumentSchema, fromDocuware } from './docuware-document.ts'
import { docuwareToken } from './docuware-sign-in.ts'
import {
  largestFile,
  maxDocuments,
  tooManyDocuments,
  unknownDocument,
  unknownKey,
} from './limits.ts'

const provider = 'docuware'
const pageSize = 200
const guid = z
  .string()
  .regex(/^[0-9A-Za-z-]{1,64}$/, 'Give the id, for example 8d36692d-e694-4d8c-93db-e97c98897515.')
const fieldName = z.string().min(1).max(100)

const config = z.object({
  address: addressField('Server address', 'For example https://clinic.docuware.cloud.'),
  tokenUrl: addressField(
    'Token address',
    'Only when the server signs in at another host: where access tokens are asked for.',
  ).optional(),
  user: z
    .string()
    .min(1)
    .max(200)
    .meta({ title: 'User', description: 'Who may read the file cabinet.' }),
  fileCabinetId: guid.meta({
    title: 'File cabinet',
    description: 'The id of the file cabinet to search.',
  }),
  dialogId: guid.optional().meta({
    title: 'Search dialog',
    description: 'When empty: the default search dialog of the file cabinet.',
  }),
  typeField: fieldName
    .default('DOCUMENT_TYPE')
    .meta({ title: 'Type field', description: 'The field that says what a document is.' }),
  dateField: fieldName.optional().meta({
    title: 'Date field',
    description: 'The field with the date of receipt. When empty: when the document was stored.',
  }),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(120)
    .default(20)
    .meta({ title: 'Time limit', description: 'Seconds to wait for an answer.' }),
})
const secrets = z.object({
  password: z.string().optional().meta({ title: 'Password', description: 'Of the user.' }),
})

const cabinetSchema = z.object({
  Name: z.string().nullish(),
  Fields: z.array(
    z.object({
      DBFieldName: z.string(),
      DisplayName: z.string().nullish(),
      DWFieldType: z.string().nullish(),
    }),
  ),
})
const pageSchema = z.object({
  Count: z.object({ HasMore: z.boolean().optional(), Value: z.int().optional() }),
  Items: z.array(docuwareDocumentSchema).nullish(),
})

type Cabinet = z.output<typeof cabinetSchema>
const words = new Set(['Text', 'Memo', 'Keyword'])

/** Quotes make words one phrase and special characters literal; `*` still stands for anything. */
function condition(cabinet: Cabinet, { Key, Value }: PayerCriterion, index: number) {
  const same = (name: string | null | undefined) => name?.toLowerCase() === Key.toLowerCase()
  const field =
    cabinet.Fields.find(({ DBFieldName }) => same(DBFieldName)) ??
    cabinet.Fields.find(({ DisplayName }) => same(DisplayName))
  if (!field)
    throw unknownKey(
      index,
      Key,
      cabinet.Fields.map(({ DBFieldName }) => DBFieldName),
    )
  const quoted = words.has(field.DWFieldType ?? 'Text') && !Value.includes('*')
  return { DBName: field.DBFieldName, Value: [quoted ? `"${Value.replaceAll('"', '')}"` : Value] }
}

function parsed<T extends z.ZodType>(schema: T, response: ProviderResponse): z.output<T> {
  if (response.status !== 200) throw providerRefused(provider, response)
  const result = schema.safeParse(response.json())
  if (result.success) return result.data
  throw new ApiError(
    'provider_error',
    'The archive answered something that is not as documented.',
    { provider, status: response.status },
  )
}

type Settings = z.output<typeof config>
type Asked = Omit<ProviderRequest, 'repeatable'>
type Call = (request: Asked) => Promise<ProviderResponse>

/** The documents of all pages of a search. */
async function search(
  call: Call,
  url: string,
  conditions: ReturnType<typeof condition>[],
  settings: Settings,
  signal: AbortSignal,
): Promise<PayerDocument[]> {
  const found: PayerDocument[] = []
  for (let more = true; more;) {
    const body = {
      Condition: conditions,
      Operation: 'And',
      Start: found.length,
      Count: pageSize,
      SortOrder: [{ Field: 'DWDOCID', Direction: 'Asc' }],
      ForceRefresh: true,
      IncludeSuggestions: false,
    }
    const headers = { 'content-type': 'application/json' }
    const asked = { method: 'POST' as const, url, headers, body: JSON.stringify(body), signal }
    const { Items, Count } = parsed(pageSchema, await call(asked))
    for (const item of Items ?? []) found.push(fromDocuware(item, settings))
    more = (Items?.length ?? 0) > 0 && (Count.HasMore ?? found.length < (Count.Value ?? 0))
    if (found.length > maxDocuments || (more && found.length === maxDocuments))
      throw tooManyDocuments()
  }
  return found
}

/** The file of the document at this address. */
async function fetchFile(call: Call, url: string, settings: Settings, signal: AbortSignal) {
  const about = await call({ method: 'GET', url, signal })
  if (about.status === 404) throw unknownDocument(provider)
  const { fileName, mimeType } = fromDocuware(parsed(docuwareDocumentSchema, about), settings)
  const file = await call({
    method: 'GET',
    url: `${url}/FileDownload?targetFileType=Auto&keepAnnotations=false`,
    headers: { accept: '*/*' },
    signal,
  })
  if (file.status === 404) throw unknownDocument(provider)
  if (file.status !== 200) throw providerRefused(provider, file)
  // A document of several files is one archive, and the answer says so.
  return {
    fileName: nameInDisposition(file.headers.get('content-disposition')) ?? fileName,
    mimeType: file.headers.get('content-type') ?? mimeType,
    content: file.bytes,
  }
}

/** A file cabinet of DocuWare (7.10 or newer) by its Platform service. */
export const payerDocsDocuware = defineProvider({
  kind: 'payer-docs',
  id: provider,
  title: 'DocuWare',
  description:
    'A file cabinet of DocuWare. Keys are its fields, by database name or label; ' +
    'in a text value, * stands for anything.',
  config,
  secrets,
  addressFields: ['address', 'tokenUrl'],
  embedded: false,
  open({ config: settings, secrets: { password }, allowPrivate }) {
    const base = `${settings.address.replace(/\/+$/, '').replace(/\/DocuWare\/Platform$/i, '')}/DocuWare/Platform`
    const cabinet = `${base}/FileCabinets/${settings.fileCabinetId}`
    const timeoutMs = settings.timeoutSeconds * 1000
    const send = providerHttp({
      provider,
      origin: new URL(base).origin,
      allowPrivate,
      timeoutMs,
      maxBytes: largestFile,
    })

    async function attempt(request: Asked, fresh: boolean): Promise<ProviderResponse> {
      if (!password)
        throw new ApiError(
          'provider_error',
          'This connection is not complete: it needs the password. ' +
            'An owner can add it under Connections.',
          { provider, code: 'incomplete' },
        )
      const { tokenUrl, user } = settings
      const account = { base, tokenUrl, user, password, allowPrivate, timeoutMs }
      const token = await docuwareToken(account, request.signal, fresh)
      // Searches are POST, but change nothing.
      return await send({
        ...request,
        headers: { ...request.headers, authorization: `Bearer ${token}` },
        repeatable: true,
      })
    }
    async function call(request: Asked): Promise<ProviderResponse> {
      const response = await attempt(request, false)
      return response.status === 401 ? await attempt(request, true) : response
    }
    const cabinetNow = async (signal: AbortSignal) =>
      parsed(cabinetSchema, await call({ method: 'GET', url: cabinet, signal }))

    return {
      async searchDocuments(criteria, signal) {
        const fields = await cabinetNow(signal)
        const conditions = criteria.map((criterion, index) => condition(fields, criterion, index))
        const dialog = settings.dialogId ? `?dialogId=${settings.dialogId}` : ''
        const url = `${cabinet}/Query/DialogExpression${dialog}`
        return await search(call, url, conditions, settings, signal)
      },
      async fetchDocument(documentId, signal) {
        if (!/^\d{1,18}$/.test(documentId)) throw unknownDocument(provider)
        return await fetchFile(call, `${cabinet}/Documents/${documentId}`, settings, signal)
      },
      async test(signal) {
        const { Name, Fields } = await cabinetNow(signal)
        return (
          'DocuWare answered and took our credentials: ' +
          `the file cabinet ${Name ?? settings.fileCabinetId} has ${countOf(Fields.length, 'field')}.`
        )
      },
    }
  },
})
