import { z } from 'zod'
import type { PayerDocument } from '#lib/domain/provider/payer-document'
import { namedFile } from './named-file.ts'

const fieldSchema = z.object({
  FieldName: z.string(),
  ItemElementName: z.string().optional(),
  Item: z.unknown(),
  IsNull: z.boolean().optional(),
  SystemField: z.boolean().optional(),
})
export const docuwareDocumentSchema = z.object({
  Id: z.union([z.int(), z.string()]),
  Title: z.string().nullish(),
  ContentType: z.string().nullish(),
  CreatedAt: z.string().nullish(),
  Fields: z.array(fieldSchema).default([]),
})
export type DocuwareDocument = z.output<typeof docuwareDocumentSchema>

const keywordsSchema = z.object({ Keyword: z.array(z.string()) })

/** "/Date(1772841600000)/" (milliseconds) or ISO 8601, as ISO 8601; undefined for anything else. */
function instant(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined
  const ms = Number(/^\/Date\((-?\d+)/.exec(given)?.[1] ?? Date.parse(given))
  return Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : undefined
}

/** A field's values as text: dates in ISO 8601, each keyword separately; without tables. */
function valuesOf({ Item, ItemElementName, IsNull }: DocuwareDocument['Fields'][number]): string[] {
  if (IsNull || Item === null || Item === undefined) return []
  if (ItemElementName === 'Date') return [instant(Item)?.slice(0, 10) ?? String(Item)]
  if (ItemElementName === 'DateTime') return [instant(Item) ?? String(Item)]
  if (ItemElementName === 'Keywords') return keywordsSchema.safeParse(Item).data?.Keyword ?? []
  return typeof Item === 'object' ? [] : [String(Item)]
}

/**
 * Turns a DocuWare document into a payer's document; settings of the connection name the fields for
 * its kind and date of receipt.
 */
export function fromDocuware(
  document: DocuwareDocument,
  { typeField, dateField }: { typeField: string; dateField?: string | undefined },
): PayerDocument {
  const { Id, Title, ContentType, CreatedAt, Fields } = document
  const field = (name: string) =>
    Fields.find(({ FieldName }) => FieldName.toLowerCase() === name.toLowerCase())
  const first = (name: string) => {
    const found = field(name)
    return found ? valuesOf(found)[0] : undefined
  }
  const mimeType = ContentType ?? 'application/octet-stream'
  return {
    documentId: String(Id),
    documentType: first(typeField) ?? null,
    fileName: namedFile(Title?.trim() ? Title.trim() : String(Id), mimeType),
    mimeType,
    receivedDate:
      ((dateField ? first(dateField) : undefined) ?? instant(CreatedAt))?.slice(0, 10) ?? null,
    keys: Fields.filter(({ SystemField }) => !SystemField).flatMap((each) =>
      valuesOf(each).map((Value) => ({ Key: each.FieldName, Value })),
    ),
  }
}
