import { expect, it } from 'vitest'
import { newTextOf } from './program/split-quote.ts'

it.each([
  ['> lines below an introduction', 'Yes.\n\nOn Monday Ada wrote:\n> Really?\n> Ada\n'],
  [
    'an introduction in two lines',
    'Yes.\n\nOn Monday, Ada Lovelace\n<a@b.example> wrote:\n\n> Really?',
  ],
  [
    'the head of Outlook',
    'Yes.\n\n____\nFrom: Ada\nSent: Monday\nTo: Bo\nSubject: Really\n\nReally?',
  ],
  ['a separator', 'Yes.\n\n-----Original Message-----\nReally?'],
  ['a German introduction', 'Yes.\n\nAm Montag schrieb Ada:\n> Wirklich?'],
])('leaves out %s', (_what, text) => {
  expect(newTextOf(text)).toBe('Yes.')
})

it.each([
  ['an answer between the lines', '> Really?\nYes.\n> And now?\nNo.'],
  ['a quote with text below it', 'See:\n> Really?\nYes.'],
  ['an incomplete head', 'From: the doctor\nI was told to rest.'],
  ['nothing but a quote', '> Really?'],
  ['plain text', 'Yes.\n\nAda wrote: a letter'],
])('keeps the whole text of %s', (_what, text) => {
  expect(newTextOf(text)).toBe(text)
})

it('looks at long lines no longer than at others', () => {
  const text = `${'schrieb '.repeat(250_000)}\n> Really?`
  expect(newTextOf(text)).toBe(text.split('\n')[0]?.trim())
})
