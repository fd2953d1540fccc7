import { describe, expect, it } from 'vitest'
import { didYouMean, nearestNames } from './nearest-names.ts'

describe('nearestNames', () => {
  it.each<[string, string[], string[]]>([
    ['nmae', ['name', 'birthDate', 'game'], ['name']],
    ['patientid', ['patientId', 'patient_id', 'patients'], ['patientId', 'patient_id', 'patients']],
    ['date', ['birthDate', 'update', 'name'], ['update', 'birthDate']],
    ['x', ['name', 'birthDate'], []],
    ['', ['name'], []],
    ['name', [], []],
    ['lastNam', ['lastName', 'firstName', 'last', 'nickname'], ['lastName', 'last']],
  ])('%s of %j: %j', (name, known, near) => expect(nearestNames(name, known)).toEqual(near))

  it('is quick with long names', () =>
    expect(nearestNames('a'.repeat(100_000), ['a'.repeat(100_000)])).toEqual([]))
})

describe('didYouMean', () => {
  it('names a similar one', () =>
    expect(didYouMean('nmae', ['name', 'age'])).toBe(' Did you mean "name"?'))
  it('names several', () =>
    expect(didYouMean('patientid', ['patientId', 'patient_id', 'age'])).toBe(
      ' Did you mean "patientId" or "patient_id"?',
    ))
  it('otherwise lists the known names', () =>
    expect(didYouMean('zzz', ['name', 'age'])).toBe(' There is: name, age.'))
  it('is empty without known names', () => expect(didYouMean('zzz', [])).toBe(''))
})
