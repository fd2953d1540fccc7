import { describe, expect, it } from 'vitest'
import { checkEnvelope } from './x12-envelope.ts'

/** Segments as people write them: `ST*271*3 EB*1 SE*3*3`. */
const check = (text: string) => checkEnvelope(text.split(' ').map((one) => one.split('*')))
const isa = `ISA${'*'.repeat(13)}000000001`
const group = `GS*****${'*2'} ST*271*0003 EB*1 SE*3*0003 GE*1*2`
const whole = `${isa} ${group} IEA*1*000000001`

describe('an interchange that is whole', () => {
  it.each<[string, string]>([
    ['from ISA to IEA', whole],
    ['from GS to GE', group],
    ['from ST to SE', 'ST*271*0003 EB*1 SE*3*0003'],
    ['with an acknowledgment of the interchange', whole.replace('GS', 'TA1*000000001 GS')],
    ['with two groups', `${isa} ${group} ${group} IEA*2*000000001`],
    ['with two sets', group.replace('GE*1', 'ST*271*4 SE*2*4 GE*2')],
    ['with leading zeros on one side alone', 'ST*271*0003 SE*2*3'],
    ['with the number 0', 'ST*271*0000 SE*2*0'],
  ])('%s', (_name, text) => expect(() => check(text)).not.toThrow())
})

describe('one that is not', () => {
  it.each<[string, string, string]>([
    [
      'a statement behind IEA',
      `${whole} EB*1`,
      'the segment EB stands outside of a transaction set (ST to SE).',
    ],
    ['a statement behind SE', whole.replace('GE*', 'EB*1 GE*'), 'the segment EB stands outside'],
    ['a second IEA', `${whole} IEA*1*000000001`, 'IEA stands where nothing is to be closed.'],
    ['GE before SE', whole.replace('SE*3*0003 ', ''), 'GE stands where nothing is to be closed.'],
    ['a set without its group', `${isa} ST*271*3 SE*2*3 IEA*1*1`, 'ST follows ISA before IEA.'],
    ['a group in a group', whole.replace('ST*', 'GS****** ST*'), 'GS follows GS before GE.'],
    ['other control numbers', 'ST*271*100 SE*2*10', 'the control numbers of ST and SE differ.'],
    ['a control number on one side', 'ST*271 SE*2*1', 'the control numbers of ST and SE differ.'],
    ['a wrong count', 'ST*271*1 SE*5*1', 'SE counts 5 segments, but there are 2.'],
    ['no count', 'ST*271*1 SE**1', 'SE counts no segments, but there are 2.'],
    ['no IEA', `${isa} ${group}`, 'its IEA segment is missing.'],
    ['no GE', group.replace(' GE*1*2', ''), 'its GE segment is missing.'],
  ])('%s', (_name, text, problem) =>
    expect(() => check(text)).toThrow(`This X12 is cut off or damaged: ${problem}`),
  )

  it('says what to do', () =>
    expect(() => check('ST*271*1')).toThrow(
      'its SE segment is missing. Hand in the whole answer, from ISA to IEA.',
    ))
})
