import { describe, expect, it } from 'vitest'
import { formatOf } from '#lib/domain/json-schema/formats'
import { samplesOfFormats } from './samples-of-formats.ts'
import { sampleOf } from './step-suite.ts'

describe('the values that the step suite puts in for expressions', () => {
  it.each(Object.entries(samplesOfFormats))('of the format %s have it: %s', (name, value) => {
    const format = formatOf(name)
    expect(format?.test(value), name).not.toBe(false)
    expect(sampleOf({ type: typeof value, format: name })).toBe(value)
  })

  it('are what the field itself names, first', () => {
    const schema = { type: 'string', format: 'date', examples: ['1950-02-03'], default: 'x' }
    expect(sampleOf(schema)).toBe('1950-02-03')
  })

  it.each([
    [{ const: 'a' }, 'a'],
    [{ enum: ['b', 'c'] }, 'b'],
    [{ type: 'boolean', default: false }, false],
    [{ type: 'integer' }, 1],
    [undefined, {}],
  ])('%j gives %j', (schema, value) => expect(sampleOf(schema)).toEqual(value))
})
