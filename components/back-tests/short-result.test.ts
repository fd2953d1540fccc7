import { expect, it } from 'vitest'
import { shortResult } from './short-result.ts'

const test = { same: 0, different: 0, unknown: 0, done: 30, total: 30 }

it('says what a back-test found', () => {
  expect(shortResult({ ...test, status: 'completed', same: 28, different: 2 })).toBe(
    '28 same · 2 different',
  )
  expect(shortResult({ ...test, status: 'completed', same: 29, unknown: 1 })).toBe(
    '29 same · 0 different · 1 may differ',
  )
})

it('a test that was stopped or broken off found nothing of the runs that it did not play', () => {
  expect(shortResult({ ...test, status: 'stopped', done: 0 })).toBe('stopped after 0 of 30 runs')
  expect(shortResult({ ...test, status: 'failed', done: 4, same: 3, different: 1 })).toBe(
    'broken off after 4 of 30 runs · 3 same · 1 different',
  )
})
