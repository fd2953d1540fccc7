import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { formatInstant } from '#components/shared/display/format'
import { Waiting } from './waiting.tsx'

type Task = ComponentProps<typeof Waiting>['task']
const dueAt = new Date(Date.now() + 60_000).toISOString()
const at = formatInstant(dueAt)
const html = (task: Partial<Task>) =>
  renderToStaticMarkup(
    <Waiting task={{ id: 't', status: 'pending', state: null, dueAt, ...task }} />,
  )

it.each<[string, Partial<Task>, string[]]>([
  [
    'room at its connection',
    { state: { waitsFor: 'connection' } },
    ['Waits for room at its connection', `Asks again at ${at}`],
  ],
  [
    'a worker that knows its type',
    { state: { waitsFor: 'step-type' } },
    ['Waits for a worker that knows this step type', `Asks again at ${at}`],
  ],
  ['its next attempt', {}, [`Tries again at ${at}`]],
  [
    'its next attempt, after it had waited for room',
    { state: { waitsFor: null } },
    [`Tries again at ${at}`],
  ],
  ['a time', { status: 'suspended', state: { reason: 'until' } }, [`Waits until ${at}`]],
  [
    'a person',
    { status: 'suspended', state: { reason: 'screen' }, dueAt: null },
    ['Waits for a person', '/inbox/t'],
  ],
])('says that a task waits for %s', (_what, task, said) => {
  for (const words of said) expect(html(task)).toContain(words)
})

it.each<[string, Partial<Task>]>([
  [
    'is due',
    { dueAt: new Date(Date.now() - 1000).toISOString(), state: { waitsFor: 'connection' } },
  ],
  ['waits for nothing', { dueAt: null }],
  ['is running', { status: 'running' }],
  ['has ended', { status: 'completed' }],
])('says nothing of a task that %s', (_what, task) => expect(html(task)).toBe(''))
