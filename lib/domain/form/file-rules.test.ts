import { describe, expect, it } from 'vitest'
import { acceptOf, fileRefusal, fileRuleOf, isProgram, ruleInWords } from './file-rules.ts'

const rule = fileRuleOf({
  'x-formFileTypes': ['application/pdf', 'image/*', '.docx'],
  'x-formFileMaxMegabytes': 0.5,
})

describe('the rule of a file field', () => {
  it('is said in words, and to the browser', () => {
    expect(ruleInWords(rule)).toBe('PDF, pictures or DOCX, at most 0.5 MB each')
    expect(acceptOf(rule)).toBe('application/pdf,.pdf,image/*,.docx')
    expect(ruleInWords(fileRuleOf({}))).toBe('at most 200 MB each')
  })

  it.each([
    ['a.pdf', 'application/pdf'],
    ['a.PNG', 'image/png'],
    ['a.docx', 'application/zip'],
    ['photo.heic', ''],
    ['scan', 'application/pdf'],
  ])('takes %s of the type "%s"', (fileName, mimeType) => {
    expect(fileRefusal(rule, { fileName, mimeType, size: 9 })).toBeUndefined()
  })

  it.each([
    ['evil.exe', 'application/x-msdownload'],
    ['evil.pdf', 'application/x-msdownload'],
    ['a.txt', ''],
    ['a', ''],
  ])('refuses %s of the type "%s"', (fileName, mimeType) => {
    expect(fileRefusal(rule, { fileName, mimeType, size: 9 })).toBe(
      'This kind of file is not taken here. Choose a file of the type PDF, pictures or DOCX.',
    )
  })

  it('refuses a file that is too large', () => {
    const file = { fileName: 'a.pdf', mimeType: 'application/pdf', size: 600_000 }
    expect(fileRefusal(rule, file)).toBe('This file is larger than 0.5 MB. Choose a smaller one.')
  })
})

it.each([
  ['a.exe', undefined, true],
  ['a.pdf', 'application/x-msdownload', true],
  ['a.pdf.js', 'text/plain', true],
  ['a.pdf', 'application/pdf', false],
])('%s of type %s: a program is %s', (fileName, mimeType, is) => {
  expect(isProgram({ fileName, mimeType })).toBe(is)
})
