import { describe, expect, it } from 'vitest'
import { practiceOf } from './service-type-of-procedure.ts'

const wordsOf = (procedure: string | null, serviceType: string | null): string | null => {
  const practice = practiceOf(procedure, serviceType)
  return practice && practice.serviceTypes.join(' ') + (practice.office ? ', office' : '')
}

describe('what practice says of a procedure', () => {
  it.each<[string, string, string]>([
    ['70010', '70335', '4'],
    ['70336', '70336', '62 4'],
    ['70450', '70498', '62 4'],
    ['70540', '70559', '62 4'],
    ['71250', '71275', '62 4'],
    ['71550', '71555', '62 4'],
    ['72125', '72159', '62 4'],
    ['72191', '72198', '62 4'],
    ['74150', '74185', '62 4'],
    ['74186', '76499', '4'],
    ['77046', '77067', '4'],
    ['80047', '89398', '5'],
    ['90791', '90792', 'MH A6 CF 98, office'],
    ['90832', '90853', 'MH A6 CF 98, office'],
    ['92507', '92526', 'AF'],
    ['97110', '97164', 'PT AE'],
    ['97165', '97168', 'AD'],
    ['98940', '98943', '33, office'],
    ['99202', '99215', '98 BY, office'],
    ['99221', '99239', '48 99'],
    ['99281', '99285', '86 52 51'],
    ['99381', '99397', 'BZ, office'],
  ])('%s to %s: %s', (from, to, words) => {
    expect(wordsOf(from, null)).toBe(words)
    expect(wordsOf(to, null)).toBe(words)
  })

  it.each([
    '70009',
    '76500',
    '77045',
    '77068',
    '80046',
    '89399',
    '90790',
    '90793',
    '90831',
    '90854',
    '92506',
    '92527',
    '97109',
    '97169',
    '98939',
    '98944',
    '99201',
    '99216',
    '99220',
    '99240',
    '99280',
    '99286',
    '99380',
    '99398',
    'G0101',
    '9921',
    '992130',
    'X99213',
  ])('says nothing of %s', (procedure) => expect(practiceOf(procedure, null)).toBeNull())

  it('says nothing of no procedure', () => expect(practiceOf(null, null)).toBeNull())
})

describe('a service type that the line names comes first', () => {
  it.each<[string | null, string, string]>([
    [null, 'MH', 'MH A6 CF 98'],
    [null, 'A6', 'A6 MH CF 98'],
    [null, 'CF', 'CF MH A6 98'],
    [null, 'BY', 'BY 98, office'],
    [null, '98', '98 BY, office'],
    [null, 'BZ', 'BZ, office'],
    [null, '62', '62 4'],
    [null, 'PT', 'PT AE'],
    [null, '86', '86 52 51'],
    [null, '48', '48'],
    ['90837', 'CF', 'CF MH A6 98, office'],
    ['99213', '98', '98 BY, office'],
    ['99213', 'UC', 'UC, office'],
    ['99284', '98', '98 BY, office'],
    ['99284', '52', '52 86 51'],
    ['G0101', '48', '48'],
  ])('%s as %s: %s', (procedure, serviceType, words) =>
    expect(wordsOf(procedure, serviceType)).toBe(words),
  )
})
