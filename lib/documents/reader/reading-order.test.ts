import { describe, expect, it } from 'vitest'
import { readingOrder, type Direction, type Glyph } from './reading-order.ts'

/*
 * As in UAX #9, capitals stand for letters that are read from right to left: Hebrew, or Arabic.
 * `|` is the gap between two columns. PDFs of our own are read in draw-pdf.test.ts.
 */
const alphabets = { hebrew: 0x5d0, arabic: 0x627 }
type Script = keyof typeof alphabets

const inScript = (text: string, script: Script) =>
  text.replaceAll(/[A-Z]/g, (letter) =>
    String.fromCodePoint(alphabets[script] + letter.charCodeAt(0) - 65),
  )
const inCapitals = (text: string, script: Script) =>
  text.replaceAll(/[\u0590-\u064a]/g, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) - alphabets[script] + 65),
  )

/** What is read of a line that looks like this, whose letters are all of one width. */
function read(looks: string, page: Direction = 'ltr', script: Script = 'hebrew'): string {
  const glyphs: Glyph[] = []
  let at = 0
  for (const text of inScript(looks, script)) {
    if (text !== '|' && text !== ' ')
      glyphs.push({ text, start: at * 5, end: at * 5 + 5, height: 14 })
    at += text === '|' ? 10 : 1
  }
  const order = readingOrder(glyphs.toReversed(), page)
  return inCapitals(order.map((glyph) => glyph?.text ?? ' ').join(''), script)
}

describe('a line with right-to-left letters', () => {
  it.each([
    ['NHK HND', 'DNH KHN'],
    ['patient: NHK HND, born 03/14/1962', 'patient: DNH KHN, born 03/14/1962'],
    ['see (NHK 5 HND) here', 'see (DNH 5 KHN) here'],
    ['dana cohen :MS', 'SM: dana cohen'],
    ['RSUA mri (knee) LUPIT', 'TIPUL mri (knee) AUSR'],
    ['50% LQSM ,14/03/1962-B', 'B-14/03/1962, MSQL 50%'],
    ['12 main st :TBUTK', 'KTUBT: 12 main st'],
    ['.NHK HND', 'DNH KHN.'],
  ])('that looks like “%s” reads “%s”', (looks, reads) => expect(read(looks)).toBe(reads))

  it.each([
    ['mri 73721 ,456-123 .T.Z', 'Z.T. 456-123, mri 73721'],
    ['(dana cohen) HND', 'DNH (dana cohen)'],
    [')dana cohen) HND', 'DNH (dana cohen)'],
  ])('that looks like “%s” on such a page reads “%s”', (looks, reads) =>
    expect(read(looks, 'rtl')).toBe(reads),
  )

  it('reads numbers after Arabic letters as their readers do', () => {
    expect(read('1234-555 FTH', 'rtl', 'arabic')).toBe('HTF 555-1234')
    expect(read('1234-555 FTH', 'rtl')).toBe('HTF 1234-555')
    expect(read('12/03/2026 XRT', 'rtl', 'arabic')).toBe('TRX 12/03/2026')
  })

  it('follows its page where it may be read either way', () => {
    expect(read('dana HND')).toBe('dana DNH')
    expect(read('dana HND', 'rtl')).toBe('DNH dana')
  })

  it('reads columns one after the other', () => {
    expect(read('NHK HND|12.03.2026')).toBe('DNH KHN 12.03.2026')
    expect(read('dana cohen|HLUX', 'rtl')).toBe('XULH dana cohen')
  })
})

it('keeps marks with their letters, and ligatures as they are', () => {
  const glyph = (text: string, start: number, end: number) => ({ text, start, end, height: 14 })
  const shalom = [
    glyph('ש', 20, 27),
    glyph('ָ', 22, 24),
    glyph('לא', 13, 20),
    glyph('ם', 6, 13),
    glyph('ַ', 8, 10),
  ]
  const texts = readingOrder(shalom, 'ltr').map((one) => one?.text)
  expect(texts).toEqual(['ש', 'ָ', 'לא', 'ם', 'ַ'])
})
