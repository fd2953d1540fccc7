/** The part of an OpenAPI 3.1 document that the reference shows. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  contentMediaType?: string
}
export type Content = Record<string, { schema?: Schema; example?: unknown }>
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
  example?: string
}
export type OperationSpec = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security?: unknown[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
export type OpenApi = {
  info: { title: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, OperationSpec>>
  components: { schemas: Record<string, Schema> }
}
export type Schemas = Record<string, Schema>

/** An operation with its address, as the reference lists it. */
export type Endpoint = OperationSpec & { method: string; path: string; tag: string }

/** All endpoints of a document, in its order. */
export function endpointsOf(document: OpenApi): Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      tag: operation.tags[0] ?? 'Other',
    })),
  )
}

/** An endpoint as the lists of the reference name it. */
export type Entry = { id: string; method: string; path: string; summary: string; tag: string }

const listed = new WeakMap<OpenApi, Entry[]>()

/** All endpoints for lists; always the same objects, which a page then contains once. */
export function entriesOf(document: OpenApi): Entry[] {
  const entries =
    listed.get(document) ??
    endpointsOf(document).map(({ operationId, method, path, summary, tag }) => ({
      id: operationId,
      method,
      path,
      summary,
      tag,
    }))
  listed.set(document, entries)
  return entries
}

/** The name of the schema that a `$ref` points to. */
export const nameOfReference = (reference: string): string =>
  reference.split('/').at(-1) ?? reference

/** The schema behind a reference. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref ? (schemas[nameOfReference(schema.$ref)] ?? {}) : schema
}

const word = (tag: string): string => tag.toLowerCase().replace(/[^a-z0-9]+/g, '-')

/** The ids of things on their page. */
export const anchorOf = {
  operation: (id: string) => `op-${id}`,
  schema: (name: string) => `schema-${name}`,
}

/** The addresses of the reference: a page for each group of endpoints, and one for the schemas. */
export const addressOfDocs = {
  group: (tag: string) => `/docs/${word(tag)}`,
  operation: (tag: string, id: string) => `/docs/${word(tag)}#${anchorOf.operation(id)}`,
  schema: (name: string) => `/docs/schemas#${anchorOf.schema(name)}`,
}

/** The group that a page's address names. */
export const groupOf = (document: OpenApi, address: string): OpenApi['tags'][number] | undefined =>
  document.tags.find(({ name }) => word(name) === address)
