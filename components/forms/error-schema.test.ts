import { describe, expect, it } from 'vitest'
import { errorSchemaOf } from './error-schema.ts'

describe('errorSchemaOf', () => {
  it('places issues at their fields, with or without the prefix', () => {
    const issues = [
      { path: 'output.authorizationNumber', message: 'needed' },
      { path: 'address.lines.0', message: 'too long' },
      { path: '', message: 'all wrong' },
    ]
    expect(errorSchemaOf(issues, 'output')).toEqual({
      authorizationNumber: { __errors: ['needed'] },
      address: { lines: { '0': { __errors: ['too long'] } } },
      __errors: ['all wrong'],
    })
  })
})
