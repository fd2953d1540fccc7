import { exampleOf } from './example-of.ts'
import type { Endpoint, Parameter, Schema, Schemas } from './open-api.ts'

/** The values of a request as typed: parameters by `where.name`, and the body as text. */
export type Typed = { values: Record<string, string>; body: string }

/** The values that the form starts with: an example of each required one. */
export function typedExample(endpoint: Endpoint, schemas: Schemas): Typed {
  const content = endpoint.requestBody?.content['application/json']
  const example = content
    ? (content.example ?? exampleOf(content.schema ?? {}, schemas))
    : undefined
  const values = Object.fromEntries(
    (endpoint.parameters ?? []).flatMap((each) => {
      const value = each.example ?? (each.in === 'header' && each.required ? '"1"' : undefined)
      return value === undefined ? [] : [[`${each.in}.${each.name}`, value]]
    }),
  )
  return { values, body: example === undefined ? '' : JSON.stringify(example, null, 2) }
}

/** The values of which a parameter takes one; undefined: it takes others, too. */
export function choicesOf({ schema }: Parameter): string[] | undefined {
  if (schema.type === 'boolean') return ['true', 'false']
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  return values?.every((value) => typeof value === 'string') ? values : undefined
}

/** What a form needs of a parameter's schema: its choices. */
function schemaOfChoices(parameter: Parameter): Schema {
  const choices = choicesOf(parameter)
  return choices ? { enum: choices } : {}
}

/** An endpoint without its schemas and answers, which the page would otherwise contain twice. */
export function sendable(endpoint: Endpoint): Endpoint {
  const { requestBody } = endpoint
  return {
    ...endpoint,
    description: '',
    responses: {},
    parameters: (endpoint.parameters ?? []).map((each) => ({
      name: each.name,
      in: each.in,
      required: each.required,
      schema: schemaOfChoices(each),
    })),
    ...(requestBody
      ? {
          requestBody: {
            required: requestBody.required,
            content: Object.fromEntries(Object.keys(requestBody.content).map((type) => [type, {}])),
          },
        }
      : {}),
  }
}

/** The address with its parameters; path parameters without a value stay as `{name}`. */
export function addressOf(endpoint: Endpoint, values: Record<string, string>): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    values[`path.${name}`] ? encodeURIComponent(values[`path.${name}`] ?? '') : whole,
  )
  const query = new URLSearchParams(
    (endpoint.parameters ?? []).flatMap((each) =>
      each.in === 'query' && values[`query.${each.name}`]
        ? [[each.name, values[`query.${each.name}`] ?? '']]
        : [],
    ),
  ).toString()
  return query ? `${path}?${query}` : path
}

/** The headers that have a value. */
export function headersOf(
  endpoint: Endpoint,
  values: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    (endpoint.parameters ?? []).flatMap((each) =>
      each.in === 'header' && values[`header.${each.name}`]
        ? [[each.name, values[`header.${each.name}`] ?? '']]
        : [],
    ),
  )
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * The same request with a file instead of the id of a stored one; undefined for endpoints that do
 * not take both.
 */
export function curlFileLine(server: string, endpoint: Endpoint, typed: Typed): string | undefined {
  const content = endpoint.requestBody?.content
  const fields =
    content?.['multipart/form-data'] && content['application/json'] && typed.body
      ? (JSON.parse(typed.body) as Record<string, unknown>)
      : undefined
  if (!fields) return undefined
  const parts = Object.entries(fields)
    .filter(([name]) => name !== 'fileId')
    .map(
      ([name, value]) =>
        `-F ${quoted(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)}`,
    )
  return [
    `curl ${quoted(server + addressOf(endpoint, typed.values))}`,
    '-H "Authorization: Bearer $ROUNDS_API_KEY"',
    `-F 'file=@document.pdf'`,
    ...parts,
  ].join(' \\\n  ')
}

/** The request as a command for a shell. The key is a variable, so that no key is copied. */
export function curlLine(server: string, endpoint: Endpoint, typed: Typed): string {
  const content = endpoint.requestBody?.content
  const method = endpoint.method === 'GET' ? '' : `-X ${endpoint.method} `
  const parts = [
    `curl ${method}${quoted(server + addressOf(endpoint, typed.values))}`,
    ...(endpoint.security?.length === 0 ? [] : ['-H "Authorization: Bearer $ROUNDS_API_KEY"']),
    ...Object.entries(headersOf(endpoint, typed.values)).map(
      ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...(content?.['application/json'] && typed.body.trim()
      ? [`-H 'Content-Type: application/json'`, `-d ${quoted(typed.body.trim())}`]
      : []),
    ...(content?.['multipart/form-data'] && !content['application/json']
      ? [`-F 'file=@document.pdf'`]
      : []),
  ]
  return parts.join(' \\\n  ')
}
