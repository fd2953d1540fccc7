import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { joinedParts, type TemplatePart } from '#lib/domain/expressions/written/template'
import {
  documentOf,
  fromClipboard,
  partsOfDocument,
  pillsIn,
  pillText,
  toClipboard,
} from './pill-document.ts'

const part: fc.Arbitrary<TemplatePart> = fc.oneof(
  fc.string().map((text) => ({ text })),
  fc.record({ path: fc.string() }).map((value) => ({ value })),
  fc.record({ path: fc.string(), otherwise: fc.string() }).map((value) => ({ value })),
)

test('a text with values comes back from its document and from the clipboard', () =>
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const text = documentOf(parts)
      expect(partsOfDocument(text)).toEqual(joinedParts(parts))
    }),
    { numRuns: 300 },
  ))

describe('the clipboard', () => {
  const value = { path: 'start.name', otherwise: 'nobody' }

  it('keeps values, in characters that people can read', () => {
    const text = `Dear ${pillText(value)},`
    expect(toClipboard(text)).toBe('Dear ⟦{"path":"start.name","otherwise":"nobody"}⟧,')
    expect(fromClipboard(toClipboard(text))).toBe(text)
  })

  it.each(['⟦no value⟧', '⟦{"a":1}⟧', 'a ⟦ b'])('leaves %s as it is', (text) =>
    expect(fromClipboard(text)).toBe(text),
  )

  it('takes no value in disguise', () =>
    expect(pillsIn(fromClipboard('\uE000{"path":"a"}\uE001'))).toEqual([]))
})

it('writes values that stood alone in code so that null prints nothing', () =>
  expect(partsOfDocument(pillText({ path: 'start.name', bare: true }))).toEqual([
    { value: { path: 'start.name' } },
  ]))
