import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { contracts } from '../endpoints.ts'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument('https://rounds.example.com', contracts) as {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { name: string; in: string; required: boolean }[]
        responses: Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>
        security?: unknown[]
      }
    >
  >
  components: { schemas: Record<string, unknown> }
}
const errorBody = (path: string, method: string, status: number) =>
  document.paths[path]?.[method]?.responses[status]?.content?.['application/json']?.schema.$ref
    ?.split('/')
    .at(-1)

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate(structuredClone(document))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('passes the recommended rules of the linter, examples included', async () => {
    const problems = await lintFromString({
      source: JSON.stringify(openApiDocument('https://rounds.health', contracts)),
      config: await createConfig({ extends: ['recommended'] }),
    })
    expect(
      problems.map(
        ({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`,
      ),
    ).toEqual([])
  })

  it('has every contract once, with a unique id', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(operations).toHaveLength(contracts.length)
    expect(new Set(contracts.map((contract) => contract.id)).size).toBe(contracts.length)
  })

  it('names every parameter of each path', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      for (const operation of Object.values(methods))
        expect(
          (operation.parameters ?? [])
            .filter((each) => each.in === 'path')
            .map((each) => each.name),
        ).toEqual(inPath)
    }
  })

  it('refers only to components that it contains', () => {
    const references = [
      ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g),
    ].map((match) => match[1] ?? '')
    expect(references.length).toBeGreaterThan(20)
    for (const name of references) expect(Object.keys(document.components.schemas)).toContain(name)
    expect(JSON.stringify(document)).not.toContain('#/$defs/')
  })

  it.each([
    [
      '/api/v2/integrations/emr/{slug}/text-notes',
      'post',
      [
        [400, 'ErrorA'],
        [401, 'ErrorB'],
        [404, 'ErrorA'],
        [502, 'ErrorB'],
        [504, 'ErrorB'],
      ],
    ],
    [
      '/api/v2/workflows/{id}',
      'get',
      [
        [400, 'ErrorA'],
        [401, 'ErrorA'],
        [404, 'ErrorA'],
      ],
    ],
  ] as const)('has the error bodies of %s', (path, method, bodies) => {
    for (const [status, shape] of bodies)
      expect([status, errorBody(path, method, status)]).toEqual([status, shape])
  })

  it('declares If-Match and Idempotency-Key where they apply', () => {
    expect(document.paths['/api/v2/workflows/{id}/draft']?.['put']?.parameters).toContainEqual(
      expect.objectContaining({ name: 'If-Match', in: 'header', required: true }),
    )
    expect(document.paths['/api/v2/workflows']?.['post']?.parameters).toContainEqual(
      expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: false }),
    )
  })

  it('gives examples that are valid by their contracts', () => {
    const refused: unknown[] = []
    for (const { id, body, examples, returns } of contracts) {
      if (examples?.request !== undefined) {
        const { error } = body.safeParse(examples.request)
        if (error) refused.push([id, 'request', error])
      }
      const [returned, another] = Object.values(returns)
      if (examples?.response !== undefined && returned?.schema && !another) {
        const { error } = returned.schema.safeParse(examples.response)
        if (error) refused.push([id, 'response', error])
      }
    }
    expect(refused).toEqual([])
  })
})
