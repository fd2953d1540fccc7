import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CodeScopes } from '#lib/domain/code-types/code-scope'
import { typeOfSchema } from '#lib/domain/code-types/type-of-schema'
import { definitionSchema } from '#lib/domain/workflow/definition'
import { stepTypeInfos } from '#lib/steps/registry'
import { CodeTypes } from './code-types.ts'

const infos = stepTypeInfos()
const types = new Map(infos.map((info) => [info.type, info]))

/** What is wrong with declarations by themselves. */
function wrongWith(declarations: string): string[] {
  const checked = new CodeTypes()
  checked.open(`${declarations}\nexport default 1`, '')
  const messages = checked.problems().map(({ message }) => message)
  checked.service.dispose()
  return messages
}

describe('the declaration of what code gets', { timeout: 120_000 }, () => {
  it.each(infos.map((info) => [info.type, info] as const))('compiles after %s', (type, info) => {
    const definition = definitionSchema.parse({
      // Large schemas of every form, which people could write too.
      startData: info.configSchema,
      steps: [
        { id: 'before', type, title: info.title, config: info.examples[0]?.config ?? {} },
        { id: 'ask', type: 'screen', title: '*/', config: { schema: info.outputSchema } },
        { id: 'own', type: 'code', title: 'Own', after: [{ step: 'before' }, { step: 'ask' }] },
      ],
    })
    const scopes = new CodeScopes(definition, types)
    const [, ask, own] = definition.steps
    if (!ask || !own) expect.fail('no steps')
    expect(wrongWith(scopes.of(own, 'step', 'steps.before steps.ask'))).toEqual([])
    expect(wrongWith(scopes.of(ask, 'hook', ''))).toEqual([])
  })

  type Pair = { schema: Record<string, unknown>; value: unknown }
  const word = fc.constantFrom('a', 'b c', 'constructor', 'ünï', '"', 'default')
  /** A schema with a value that it allows. */
  const { pair } = fc.letrec<{ pair: Pair }>((tie) => ({
    pair: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.string().map((value): Pair => ({ schema: { type: 'string' }, value })),
      fc.integer().map((value): Pair => ({ schema: { type: 'integer' }, value })),
      fc.boolean().map((value): Pair => ({ schema: { type: ['boolean', 'null'] }, value })),
      fc.jsonValue().map((value): Pair => ({ schema: { const: value }, value })),
      fc
        .tuple(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 60 }), fc.nat())
        .map(([all, at]): Pair => ({ schema: { enum: all }, value: all[at % all.length] })),
      fc.jsonValue().map((value): Pair => ({ schema: {}, value })),
      fc.tuple(tie('pair'), fc.nat(3)).map(([one, count]): Pair => ({
        schema: { type: 'array', items: one.schema },
        value: Array.from({ length: count }, () => one.value),
      })),
      fc
        .tuple(tie('pair'), tie('pair'), fc.constantFrom('anyOf', 'oneOf'))
        .map(([one, other, keyword]): Pair => ({
          schema: { [keyword]: [one.schema, other.schema] },
          value: other.value,
        })),
      fc
        .tuple(fc.dictionary(word, tie('pair'), { maxKeys: 4 }), fc.boolean(), fc.boolean())
        .map(([fields, isClosed, isWhole]): Pair => ({
          schema: {
            type: 'object',
            properties: Object.fromEntries(
              Object.entries(fields).map(([name, each]) => [name, each.schema]),
            ),
            ...(isClosed ? { additionalProperties: false } : {}),
            ...(isWhole ? { required: Object.keys(fields) } : {}),
          },
          value: Object.fromEntries(
            Object.entries(fields)
              .filter((_, at) => isWhole || at % 2 === 0)
              .map(([name, each]) => [name, each.value]),
          ),
        })),
    ),
  }))

  it('allows every value that the schema allows', () => {
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 20 }), (pairs) => {
        const lines = pairs.map(
          ({ schema, value }, at) =>
            `const v${at}: ${typeOfSchema(schema, { closed: true })} = ${JSON.stringify(value)}`,
        )
        expect(wrongWith(lines.join('\n'))).toEqual([])
      }),
      { numRuns: 50 },
    )
  })
})
