import { describe, expect, it } from 'vitest'
import { errorOf } from './render.ts'

const thrown = (message: string, code: string) => ({ message, code, position: '8' })

describe('an error of Postgres', () => {
  it('of our views is the sentence of their refusal', () => {
    const sentence = 'tasks is read by POST /api/v2/sql with the permission runs:read'
    const quoted = `invalid input syntax for type boolean: "${sentence}"`
    expect(errorOf(thrown(quoted, '22P02'))).toEqual({
      message: `${sentence}.`,
      code: '22P02',
      position: null,
      hint: null,
    })
  })

  it.each([
    'invalid input syntax for type boolean: "perhaps"',
    'invalid input syntax for type integer: "audit_logs is read by POST /api/v2/sql with the permission audit:read"',
    'invalid input syntax for type boolean: "audit_logs is read by POST /api/v2/sql with the permission audit:read, says John"',
  ])('of a value of the statement stays as Postgres wrote it: %s', (message) => {
    expect(errorOf(thrown(message, '22P02'))).toEqual({
      message,
      code: '22P02',
      position: 8,
      hint: null,
    })
  })
})
