import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { NumberInput } from './number-input.tsx'
import { readNumber, describeBounds } from './read-number.ts'

describe('a typed number', () => {
  const days = { min: 1, max: 3650 }

  it.each<[string, number | undefined]>([
    ['', undefined],
    ['  ', undefined],
    ['30', 30],
    [' 030 ', 30],
    ['0', NaN],
    ['3651', NaN],
    ['1.5', NaN],
    ['thirty', NaN],
    ['1e2', NaN],
    ['+7', 7],
    ['-', NaN],
    ['12345678901234567890', NaN],
    ['1,000', 1000],
    ['1,00', NaN],
    ['1,0000', NaN],
    [',100', NaN],
  ])('%j is %s', (text, value) => {
    expect(readNumber(text, days)).toBe(value)
  })

  it('may have a fraction where that is said, and must be there where it is required', () => {
    expect(readNumber('0.5', { min: 0, fractions: true })).toBe(0.5)
    expect(readNumber('', { required: true })).toBeNaN()
    expect(readNumber('-3', {})).toBe(-3)
    expect(readNumber('1,234,500.25', { fractions: true })).toBe(1_234_500.25)
    expect(readNumber('7,5', { fractions: true })).toBeNaN()
  })

  it('is refused in a sentence', () => {
    expect(describeBounds({ min: 1, max: 100_000 })).toBe('A whole number from 1 to 100,000.')
    expect(describeBounds({ min: 0, fractions: true })).toBe('A number, at least 0.')
    expect(describeBounds({})).toBe('A whole number.')
  })
})

describe('the input of a number', () => {
  const nothing = () => undefined
  const draw = (value: number | null | undefined) =>
    renderToStaticMarkup(
      <NumberInput aria-label="Days" min={1} max={9} value={value} onChange={nothing} />,
    )

  it('is a line of text, so that neither wheel nor arrow keys change it', () => {
    expect(draw(3)).toMatch(/type="text"/)
    expect(draw(3)).toMatch(/inputMode="numeric"/)
    expect(draw(3)).not.toMatch(/ (?:min|max|step)=/)
  })

  it('says what it refuses', () => {
    expect(draw(3)).not.toContain('alert')
    expect(draw(null)).toMatch(/aria-invalid="false"[^>]* value=""/)
    expect(draw(12)).toMatch(/aria-invalid="true"/)
    expect(draw(12)).toContain('A whole number from 1 to 9.')
  })
})
