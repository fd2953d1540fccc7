import { expect, it } from 'vitest'
import { withReadOnly } from './read-only.ts'

const text = { type: 'string', readOnly: true }
const schema = {
  properties: {
    plan: { ...text, default: 'basic' },
    case: text,
    note: { type: 'string' },
    group: { properties: { id: text, free: { type: 'string' } } },
  },
}

it('keeps what read-only fields had, or their default', () => {
  const sent = { plan: 'gold', case: 'forged', note: 'n', group: { id: 'forged', free: 'f' } }
  expect(withReadOnly(schema, sent, {})).toEqual({ plan: 'basic', note: 'n', group: { free: 'f' } })
  expect(withReadOnly(schema, sent, { plan: 'gold', case: '7', group: { id: '1' } })).toEqual({
    plan: 'gold',
    case: '7',
    note: 'n',
    group: { id: '1', free: 'f' },
  })
})

it('is the same object when nothing changes', () => {
  const data = { plan: 'basic', note: 'n' }
  expect(withReadOnly(schema, data, {})).toBe(data)
})
