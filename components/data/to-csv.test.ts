import { expect, it } from 'vitest'
import { toCsv } from './to-csv.ts'

it('writes rows as RFC 4180 says', () => {
  expect(
    toCsv(
      ['id', 'a "b"'],
      [
        [1, null],
        ['x,y', { a: [1] }],
        ['two\nlines', true],
      ],
    ),
  ).toBe('\uFEFFid,"a ""b"""\r\n1,\r\n"x,y","{""a"":[1]}"\r\n"two\nlines",true\r\n')
})

it.each([
  ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
  ['+1+cmd|calc', `"'+1+cmd|calc"`],
  ['-2+3', `"'-2+3"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['-12.50', '-12.50'],
  ['+1', '+1'],
  [-3, '-3'],
])('neutralises %j', (value, cell) => {
  expect(toCsv(['c'], [[value]])).toBe(`\uFEFFc\r\n${cell}\r\n`)
})

it('neutralises names of columns too', () => {
  expect(toCsv(['=1+1'], [])).toBe(`\uFEFF"'=1+1"\r\n`)
})
