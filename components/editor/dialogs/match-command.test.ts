import { expect, it } from 'vitest'
import { matchCommand } from './match-command.ts'

it.each<[string, string, string[], number]>([
  ['Go to Fetch a page page', 'page', [], 1],
  ['Tidy up', 'page', ['layout', 'arrange', 'align'], 0],
  ['Tidy up', 'arr', ['layout', 'arrange'], 0.4],
  ['Add Wait', 'add delay', ['wait', 'delay'], 0.7],
  ['Add Wait', 'add mail', ['wait', 'delay'], 0],
  ['Add Send e-mail', 'E-Mail', [], 1],
  ['Publish', 'lish', [], 0.6],
  ['Publish', ' ', [], 1],
])('%s for “%s” (%j): %d', (title, typed, names, score) =>
  expect(matchCommand(title, typed, names)).toBeCloseTo(score),
)
