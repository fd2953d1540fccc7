import { describe, expect, it } from 'vitest'
import { x12Segments } from './x12-segments.ts'

/** An ISA segment whose repetition separator, component separator and terminator are given. */
const isa = (repetition: string, component: string, terminator: string): string =>
  `ISA*00**00**ZZ*PAYER*ZZ*CLINIC*261101*0900*${repetition}*00501*000000001*0*T*${component}${terminator}`

describe('the separators', () => {
  it.each<[string, string, { repetition: string; component: string }]>([
    ['are those that ISA names', isa('^', ':', '~'), { repetition: '^', component: ':' }],
    ['may be others', isa('{', '<', "'"), { repetition: '{', component: '<' }],
    ['may be a line break', `${isa('^', ':', '\n')}ST*271\n`, { repetition: '^', component: ':' }],
    ['a version that repeats nothing', isa('U', ':', '~'), { repetition: '^', component: ':' }],
    ['a repetition left blank', isa(' ', ':', '~'), { repetition: '^', component: ':' }],
    ['a repetition left out', isa('', ':', '~'), { repetition: '^', component: ':' }],
    ['two characters', isa('^^', ':', '~'), { repetition: '^', component: ':' }],
    ['line breaks before ISA', `\r\n${isa('^', ':', '~')}`, { repetition: '^', component: ':' }],
    ['without ISA the customary ones', 'GS*HB*PAYER~', { repetition: '^', component: ':' }],
  ])('%s', (_name, raw, separators) => expect(x12Segments(raw)).toMatchObject(separators))
})

describe('segments', () => {
  it.each<[string, string, string[][]]>([
    [
      'of elements, without the spaces around them',
      'ST*271*1~\r\nEB*B * IND~\n ~SE*3*1~\n',
      [
        ['ST', '271', '1'],
        ['EB', 'B', 'IND'],
        ['SE', '3', '1'],
      ],
    ],
    [
      'with another element separator',
      'GS|HB|PAYER~ST|271~',
      [
        ['GS', 'HB', 'PAYER'],
        ['ST', '271'],
      ],
    ],
    ['with an empty element', 'ST*271**X~', [['ST', '271', '', 'X']]],
  ])('%s', (_name, raw, segments) => expect(x12Segments(raw).segments).toEqual(segments))

  it('end where ISA says', () => {
    const { segments } = x12Segments(`${isa('^', ':', '!')}ST*271*0001!`)
    expect(segments.map(([id]) => id)).toEqual(['ISA', 'ST'])
  })
})

describe('what is no X12 is refused with what is wrong', () => {
  it.each<[string, string, string]>([
    ['ISA alone', 'ISA', 'its fourth character should be the separator.'],
    ['a letter as separator', 'ISAX00X', 'its fourth character should be the separator.'],
    ['too few elements', 'ISA*00*~', 'it needs 16 elements and a segment terminator.'],
    ['a letter as component separator', isa('^', 'A', '~'), 'it needs 16 elements'],
    ['a letter as terminator', isa('^', ':', 'A'), 'it needs 16 elements'],
    ['no terminator', isa('^', ':', ''), 'it needs 16 elements'],
    ['something before GS', 'X GS*HB*PAYER~', 'This text is no X12: it should begin with ISA.'],
    ['a word like ST', 'STEP ONE', 'This text is no X12'],
    ['a statement alone', 'EB*B*IND~', 'its beginning is missing. Hand in the whole answer'],
    ['a word like EB', 'EBB AND FLOW', 'This text is no X12'],
    ['a statement behind words', 'see EB*B*IND~', 'This text is no X12'],
  ])('%s', (_name, raw, message) => expect(() => x12Segments(raw)).toThrow(message))
})
