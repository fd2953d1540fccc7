import { expect, it } from 'vitest'
import { countedTitle } from './unread-label.ts'

it.each([
  ['Inbox · Rounds', 3, '(3) Inbox · Rounds'],
  ['(3) Inbox · Rounds', 2, '(2) Inbox · Rounds'],
  ['(99+) Inbox · Rounds', 0, 'Inbox · Rounds'],
  ['Runs · Rounds', 100, '(99+) Runs · Rounds'],
  ['(draft) Runs', 0, '(draft) Runs'],
])('counts in the title: %s with %i', (title, unread, expected) => {
  expect(countedTitle(title, unread)).toBe(expected)
})
