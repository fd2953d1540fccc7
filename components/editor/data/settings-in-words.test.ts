import { expect, it } from 'vitest'
import { settingsInWords } from './settings-in-words.ts'

const mail = {
  configSchema: {
    properties: {
      to: { title: 'To' },
      subject: { title: 'Subject' },
      text: { title: 'Text' },
      input: { title: 'Input', properties: { mrn: { title: 'Record number' } } },
    },
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

it('says who is asked first, and nothing of what is inside a form', () => {
  const screen = {
    configSchema: {
      properties: {
        title: { title: 'Title' },
        schema: { title: 'Form' },
        layout: { title: 'Form layout' },
        assignees: { title: 'People' },
      },
    },
    uiSchema: {
      schema: { 'ui:widget': 'json-schema' },
      layout: { 'ui:widget': 'json', 'ui:options': { advanced: true } },
      assignees: { 'ui:widget': 'people' },
    },
  }
  const given = {
    title: 'Sign',
    schema: { type: 'object', required: ['agreed'] },
    layout: { agreed: {} },
    assignees: ['ada@example.com'],
  }
  expect(settingsInWords(given, screen)).toEqual([
    { name: 'People', value: 'ada@example.com' },
    { name: 'Title', value: 'Sign' },
  ])
})

it('ends a text that is cut with an ellipsis', () => {
  const [text] = settingsInWords({ text: 'a'.repeat(200) }, mail)
  expect(text?.value).toBe(`${'a'.repeat(90)}…`)
})
