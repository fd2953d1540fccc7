import { expect, it } from 'vitest'
import { answersInWords } from './answers-in-words.ts'

const none: string[] = []

it('says from where the answers came, and which recorded ones were of something else', () => {
  expect(
    answersInWords([
      { answered: 'computed', askedOther: none },
      { answered: 'record', askedOther: ['text'] },
      { answered: 'record', askedOther: none },
      { answered: 'example', askedOther: none },
      { answered: 'pinned', askedOther: none },
      { answered: 'disabled', askedOther: none },
    ]),
  ).toEqual([
    '2 recorded answers',
    '1 of them for other settings',
    '1 example answer',
    '1 pinned answer',
    '1 disabled step',
  ])
  expect(answersInWords([{ answered: 'record', askedOther: none }])).toEqual(['1 recorded answer'])
  expect(answersInWords([{ answered: 'record', askedOther: ['name'] }])).toEqual([
    '1 recorded answer for other settings',
  ])
})
