import { describe, expect, it } from 'vitest'
import { styleProblems } from './style-rules.ts'

const problems = (text: string) => styleProblems('lib/ids.ts', text)

describe('a declaration by a tuple', () => {
  it.each([
    'const [first, second] = [1, 2]',
    "let [restarts, name = ''] = [0, names[0]]",
    'const [keys, remains]: [string[], string[]] = [[], []]',
    'const [one, other] = [',
    ['const [', '  one,', '  other,', '] = [1, 2]'].join('\n'),
  ])('%s is refused', (text) => {
    expect(problems(text)).toEqual([expect.stringContaining('one declaration each')])
  })

  it.each([
    'const [first, second] = await Promise.all([ask(), ask()])',
    "const [from = '', to] = part.split('-')",
    'const [first, second] = [...newest, ...others]',
    'const [lowest] = [after, until].toSorted()',
    'for (const [name, value] of [given, assumed]) note(name, value)',
    ';[list[last], list[other]] = [list[other], list[last]]',
    'const pairs = [[1, 2]]',
  ])('%s is not one', (text) => expect(problems(text)).toEqual([]))

  it('is named with its line', () => {
    expect(problems('\nconst [a, b] = [1, 2]')[0]).toMatch(/^lib\/ids\.ts:2 const \[a, b\] = \[ /)
  })
})

describe('the clock of the browser', () => {
  const page = (text: string) => styleProblems('components/a/b.tsx', text)
  it.each([
    'new Intl.DateTimeFormat(undefined)',
    'new Date(at).toLocaleString()',
    'at.toLocaleTimeString([])',
    'at.getHours()',
  ])('%s is refused in pages', (text) => {
    expect(page(text)).toEqual([expect.stringContaining('clock of the browser')])
    expect(styleProblems('components/shared/display/times.ts', text)).toEqual([])
  })

  it('leaves numbers and UTC alone', () =>
    expect(page('count.toLocaleString() + at.getUTCDay() + toISOString()')).toEqual([]))
})

describe('the word e-mail', () => {
  it.each(["title: 'Send email',", '<span>Email</span>', "say: 'It is an email address.',"])(
    '%s is refused',
    (text) => expect(problems(text)).toEqual([expect.stringContaining('spelled e-mail')]),
  )

  it.each(["type: 'send-email'", "title: 'Send e-mail'", "by: 'email'", 'email: string'])(
    '%s is not',
    (text) => expect(problems(text)).toEqual([]),
  )
})
