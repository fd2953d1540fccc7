import { describe, expect, it } from 'vitest'
import { exampleOf } from './example-of.ts'
import type { Endpoint, Schema } from './open-api.ts'
import {
  addressOf,
  choicesOf,
  curlFileLine,
  curlLine,
  sendable,
  typedExample,
} from './request-of.ts'
import { schemaRows, typeLabel } from './schema-rows.ts'

const schemas: Record<string, Schema> = {
  Step: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', minLength: 1 }, note: { type: 'string' } },
  },
}
const step = { $ref: '#/components/schemas/Step' }

describe('a schema in words', () => {
  it.each<[Schema, string]>([
    [step, 'Step'],
    [{ type: 'array', items: step }, 'list of Step'],
    [{ anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] }, 'uuid or null'],
    [{ enum: ['a', 'b'] }, 'a | b'],
    [{ type: 'object', additionalProperties: {} }, 'object of any JSON'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'object of whole number'],
    [{}, 'any JSON'],
  ])('%j is %s', (schema, label) => expect(typeLabel(schema)).toBe(label))

  it('unfolds inline objects and leaves named ones to their own table', () => {
    const schema: Schema = {
      type: 'object',
      required: ['items'],
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            required: ['step'],
            properties: {
              step,
              last: {
                anyOf: [
                  { type: 'object', properties: { at: { type: 'string' } } },
                  { type: 'null' },
                ],
              },
            },
          },
        },
        limit: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
      },
    }
    expect(
      schemaRows(schema).map((row) => [row.name, row.type, row.required, row.reference]),
    ).toEqual([
      ['items', 'list of objects', true, undefined],
      ['items[].step', 'Step', true, 'Step'],
      ['items[].last', 'object or null', false, undefined],
      ['items[].last.at', 'text', false, undefined],
      ['limit', 'whole number', false, undefined],
    ])
    expect(schemaRows(schema).at(-1)?.notes).toEqual(['1 to 200', 'default 50'])
  })

  it('is one line without fields', () =>
    expect(schemaRows({ type: 'array', items: step })).toMatchObject([
      { name: '', type: 'list of Step', reference: 'Step' },
    ]))
})

describe('a request', () => {
  const endpoint: Endpoint = {
    operationId: 'x',
    summary: '',
    tags: ['T'],
    tag: 'T',
    method: 'PUT',
    path: '/api/v2/workflows/{id}/draft',
    parameters: [
      { name: 'id', in: 'path', required: true, schema: {} },
      { name: 'q', in: 'query', required: false, schema: {} },
      { name: 'If-Match', in: 'header', required: true, schema: {} },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { type: 'object', required: ['step'], properties: { step, other: {} } },
        },
      },
    },
    responses: {},
  }

  it('starts with an example', () =>
    expect(typedExample(endpoint, schemas)).toEqual({
      values: { 'header.If-Match': '"1"' },
      body: JSON.stringify({ step: { id: 'text' } }, null, 2),
    }))
  it('has its parameters in the address', () => {
    expect(addressOf(endpoint, {})).toBe('/api/v2/workflows/{id}/draft')
    expect(addressOf(endpoint, { 'path.id': 'a/b', 'query.q': 'x y' })).toBe(
      '/api/v2/workflows/a%2Fb/draft?q=x+y',
    )
  })
  it('is a line for a shell, with quotes that hold', () => {
    expect(
      curlLine('https://r.example', endpoint, {
        values: { 'path.id': 'w', 'header.If-Match': '"2"' },
        body: `{"a":"it's"}`,
      }),
    ).toBe(
      `curl -X PUT 'https://r.example/api/v2/workflows/w/draft' \\\n  -H "Authorization: ` +
        `Bearer $ROUNDS_API_KEY" \\\n  -H 'If-Match: "2"' \\\n  -H 'Content-Type: ` +
        `application/json' \\\n  -d '{"a":"it'\\''s"}'`,
    )
  })
  it('takes the values of its parameters from the document', () => {
    const parameters = [
      { name: 'id', in: 'path' as const, required: true, schema: {}, example: 'sandbox' },
    ]
    expect(typedExample({ ...endpoint, parameters }, schemas).values).toEqual({
      'path.id': 'sandbox',
    })
  })
  it('offers the choices of a parameter that takes no other value', () => {
    const schemasOfParameters: Schema[] = [
      { enum: ['asc', 'desc'] },
      { type: 'boolean' },
      { const: 'true' },
      { type: 'string', description: 'Any text' },
      { enum: [1, 2] },
      { anyOf: [{ enum: ['me'] }, { type: 'string' }] },
    ]
    const parameters = schemasOfParameters.map((schema, at) => ({
      name: `p${at}`,
      in: 'query' as const,
      required: false,
      schema,
    }))
    const sent = sendable({ ...endpoint, parameters }).parameters ?? []
    expect(sent.map((parameter) => choicesOf(parameter))).toEqual([
      ['asc', 'desc'],
      ['true', 'false'],
      ['true'],
      undefined,
      undefined,
      undefined,
    ])
  })
  it('has another line where a file may go with it', () => {
    const letter = {
      ...endpoint,
      method: 'POST',
      requestBody: {
        required: true,
        content: { 'application/json': {}, 'multipart/form-data': {} },
      },
    }
    expect(
      curlFileLine('https://r.example', letter, {
        values: { 'path.id': 'w' },
        body: '{"fileId":"f","to":{"name":"A"},"color":false}',
      }),
    ).toBe(
      `curl 'https://r.example/api/v2/workflows/w/draft' \\\n  -H "Authorization: ` +
        `Bearer $ROUNDS_API_KEY" \\\n  -F 'file=@document.pdf' \\\n  -F 'to={"name":"A"}' \\\n  ` +
        "-F 'color=false'",
    )
    expect(curlFileLine('https://r.example', endpoint, { values: {}, body: '{}' })).toBeUndefined()
  })
  it('is exemplified to a bounded depth', () => {
    const loop: Record<string, Schema> = {
      Loop: { type: 'object', properties: { next: { $ref: '#/components/schemas/Loop' } } },
    }
    expect(
      JSON.stringify(exampleOf({ $ref: '#/components/schemas/Loop' }, loop)).length,
    ).toBeLessThan(100)
  })
})
