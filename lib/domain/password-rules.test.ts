import { describe, expect, it } from 'vitest'
import { isCommonPassword } from '#lib/auth/passwords/is-common-password'
import { passwordFault } from './password-rules.ts'

const names = ['St. Mary Hospital', 'Ada Lovelace', 'ada.lovelace', 'north-clinic']
const faultOf = (password: string, secondFactor = false) =>
  passwordFault(password, { secondFactor, names, isCommon: isCommonPassword })

describe('a password', () => {
  it.each([
    'correct horse battery staple',
    'the rounds of the morning',
    'ein langer Satz über nichts',
    '長い合言葉を使うと覚えやすく安全です',
    '2839471092837465',
    'Mary had a little lamb!',
    `${'many words in a row '.repeat(6)}end`,
  ])('may be %j', (password) => expect(faultOf(password)).toBeUndefined())

  it.each([
    ['fourteen chars', /at least 15/],
    ['a'.repeat(129), /at most 128/],
    ['123456789012345', /list of common/],
    ['passwordpassword', /list of common/],
    ['PasswordPassword', /list of common/],
    ['aaaaaaaaaaaaaaaabbb', /repeats or counts/],
    ['abcabcabcabcabcabc', /repeats or counts/],
    ['98765432-abcdefgh', /repeats or counts/],
    ['Summer2026!!!!!!!', /names, dates/],
    ['November-2026-11-22', /names, dates/],
    ['St.MaryHospital1', /names, dates/],
    ['St.M4ryH0sp1t4l2026', /names, dates/],
    ['ada.lovelace.1815', /names, dates/],
    ['Rounds-Rounds-2026', /names, dates/],
    ['NorthClinic!2026!!', /names, dates/],
  ])('may not be %j', (password, reason) => expect(faultOf(password)).toMatch(reason))

  it('is 12 characters beside a second factor, and is counted in characters of NFKC', () => {
    expect(faultOf('walks 7 tree', true)).toBeUndefined()
    expect(faultOf('walks 7 tre', true)).toMatch(/at least 12/)
    // Fifteen ligatures become thirty letters, fifteen emoji stay fifteen characters.
    expect(faultOf('ﬁ'.repeat(7))).toMatch(/at least 15/)
    expect(faultOf('🌲🌊🔥🌙⭐🍎🚲📚🎻🏔️🌵🐢🦉🧭🎲')).toBeUndefined()
  })
})
