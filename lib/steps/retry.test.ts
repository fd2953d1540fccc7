import { expect, test } from 'vitest'
import { validateDefinition } from '#lib/domain/validate/validate-definition'
import { graph } from '#test/samples/graph'
import { stepTypeInfos, stepTypes } from './registry.ts'

const retry = { maxAttempts: 3, delaySeconds: 1, factor: 2, maxDelaySeconds: 60 }
const refused = (type: string): boolean =>
  validateDefinition(graph('a', { a: { type, retry } }), {
    stepTypes: stepTypeInfos(),
    connections: [],
  }).some(
    ({ code, path, severity }) =>
      code === 'retry_without_use' && path === 'retry' && severity === 'error',
  )

test(
  'a retry policy is refused at publish when the engine would never apply it, ' + 'and only then',
  () => {
    const types = [...stepTypes.values()].map(({ info }) => info)
    const useless = types
      .filter(({ effect, type }) => effect === 'pure' || type === 'wait-for-result')
      .map(({ type }) => type)
    expect(
      types
        .map(({ type }) => type)
        .filter(refused)
        .toSorted(),
    ).toEqual(useless.toSorted())
    for (const type of [
      'screen',
      'wait',
      'condition',
      'switch',
      'transform',
      'code',
      'for-each',
      'while',
    ])
      expect(useless).toContain(type)
    for (const type of ['http-request', 'sub-workflow', 'send-email', 'sql-query'])
      expect(useless).not.toContain(type)
  },
)
