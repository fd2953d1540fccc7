import type { UseFormSetError } from 'react-hook-form'
import { expect, it, vi } from 'vitest'
import { ApiFailure } from '#lib/http/client'
import { showRefusal } from './show-refusal.ts'

type Fields = { name: string; slug: string }
const fields = ['name', 'slug'] as const

function shown(error: Error, otherwise: 'slug' | 'root') {
  const setError = vi.fn<UseFormSetError<Fields>>()
  showRefusal<Fields>(setError, error, { fields, otherwise })
  return setError.mock.calls.map(([field, problem, options]) => [
    field,
    problem.message,
    options?.shouldFocus,
  ])
}

it('shows each issue at its field, with the focus at the first', () => {
  const issues = [
    { path: 'definition.steps', message: 'Not of this form.' },
    { path: 'slug', message: 'Lower case only.' },
    { path: 'name', message: 'Too long.' },
  ]
  const refused = new ApiFailure(400, 'invalid_request', 'Wrong fields.', { issues })
  expect(shown(refused, 'root')).toEqual([
    ['slug', 'Lower case only.', true],
    ['name', 'Too long.', false],
  ])
})

it.each([
  ['slug', true],
  ['root', false],
] as const)('shows what names no field at %s', (otherwise, focus) => {
  const taken = new ApiFailure(409, 'conflict', 'It is taken.', {})
  expect(shown(taken, otherwise)).toEqual([[otherwise, 'It is taken.', focus]])
})
