import { describe, expect, it } from 'vitest'
import { instantOfId, newId } from '#lib/ids'
import { parseReference, referenceOf } from './reference.ts'

const id = '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001'
const reference = referenceOf(id)

describe('a reference', () => {
  it('is twelve letters that are not mistaken for others, and stays as it is', () => {
    expect(reference).toMatch(/^([2-9B-DF-HJKMNP-TV-Z]{3}-){3}[2-9B-DF-HJKMNP-TV-Z]{3}$/)
    expect(reference).toBe('ZHR-BGS-Y2N-J4G')
  })

  it('leads back to the moment of its run, however it is written', () => {
    const place = { at: instantOfId(id), count: 0b010011_000111 }
    for (const written of [
      reference,
      ` ${reference.toLowerCase()} `,
      reference.replaceAll('-', ' '),
    ])
      expect(parseReference(written)).toEqual(place)
  })

  it('differs for runs that one process starts in one millisecond', () => {
    const ids = Array.from({ length: 2000 }, () => newId())
    expect(new Set(ids.map(referenceOf)).size).toBe(2000)
  })

  it('is refused with any one letter wrong', () => {
    const wrong = reference.split('').flatMap((letter, index) =>
      '23456789BCDFGHJKMNPQRSTVWXYZ'
        .split('')
        .filter((other) => letter !== '-' && other !== letter)
        .map((other) => reference.slice(0, index) + other + reference.slice(index + 1)),
    )
    expect(wrong).toHaveLength(12 * 27)
    expect(wrong.filter((text) => parseReference(text))).toEqual([])
  })

  it.each(['', 'Ada', id, `${reference}2`, reference.slice(1), 'OIL-OIL-OIL-OIL'])(
    'is nothing else: %j',
    (text) => expect(parseReference(text)).toBeUndefined(),
  )

  it('is there for any id', () => {
    for (const any of [
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ])
      expect(referenceOf(any)).toHaveLength(15)
  })
})
