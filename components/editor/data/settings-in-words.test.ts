import { expect, it } from 'vitest'
import { settingsInWords } from './settings-in-words.ts'

const mail = {
  properties: {
    to: { title: 'To' },
    subject: { title: 'Subject' },
    text: { title: 'Text' },
    input: { title: 'Input', properties: { mrn: { title: 'Record number' } } },
  },
}

it('says to whom and what a step sends, in the order of its form', () => {
  const given = { text: 'Dear Ada', subject: 'Hello', to: ['ada@example.com', 'bo@example.com'] }
  expect(settingsInWords(given, mail)).toEqual([
    { name: 'To', value: '2 items: ada@example.com, bo@example.com' },
    { name: 'Subject', value: 'Hello' },
    { name: 'Text', value: 'Dear Ada' },
  ])
})

it('names the fields of a setting, and leaves out what is empty', () => {
  const given = { input: { mrn: 7, note: '' }, to: [], subject: null, text: undefined }
  expect(settingsInWords(given, mail)).toEqual([{ name: 'Input › Record number', value: '7' }])
  const one = { to: ['ada@example.com'] }
  expect(settingsInWords(one, mail)).toEqual([{ name: 'To', value: 'ada@example.com' }])
})

it('says no more than five settings, and none of what is no object', () => {
  const many = Object.fromEntries(Array.from('abcdefg', (key) => [key, key]))
  expect(settingsInWords(many, {})).toHaveLength(5)
  expect(settingsInWords(null, {})).toEqual([])
  expect(settingsInWords('text', undefined)).toEqual([])
})
