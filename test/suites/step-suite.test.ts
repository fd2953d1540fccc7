import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { formatOf } from '#lib/domain/json-schema/formats'
import { sampleOf, type Schema } from './sample-of.ts'
import { samplesOfFormats } from './samples-of-formats.ts'

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

  // Configs that a step's author may write without knowing this suite.
  it.each(
    Object.entries({
      instant: z.iso.datetime(),
      'instant with offset': z.iso.datetime({ offset: true }),
      'local time': z.iso.datetime({ local: true }),
      date: z.iso.date(),
      'date or null': z.iso.date().nullable(),
      'date, preprocessed': z.preprocess((value) => value, z.iso.date()),
      'date or number': z.union([z.iso.date(), z.number()]),
      time: z.iso.time(),
      'time in minutes': z.iso.time({ precision: -1 }),
      duration: z.iso.duration(),
      phone: z.e164(),
      network: z.cidrv4(),
      card: z.creditCard(),
      cuid2: z.cuid2(),
      emoji: z.emoji(),
      iban: z.iban(),
      jwt: z.jwt(),
      nanoid: z.nanoid(),
      ulid: z.ulid(),
      url: z.url(),
      'id of a payer': z.string().regex(/^\d{10}$/),
      'long text': z.string().min(40),
      'short text': z.string().max(2),
      'at least five': z.number().min(5),
      'between two numbers': z.number().gt(0.2).lt(0.3),
      'a multiple': z.int().multipleOf(5).min(12),
      'times, at least two': z.array(z.iso.time()).min(2),
      pair: z.tuple([z.string(), z.number()]),
      'object of dates': z.strictObject({ from: z.iso.date(), until: z.iso.date().optional() }),
    }),
  )('are accepted by zod: %s', (_name, schema) => {
    const value = sampleOf(z.toJSONSchema(schema, { io: 'input' }) as Schema)
    expect(schema.safeParse(value).error).toBeUndefined()
  })
})
