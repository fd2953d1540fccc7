import { expect, test } from 'vitest'
import { ApiError, type ErrorCode } from '../api-error.ts'
import { mayPass } from './may-pass.ts'

test.each<[ErrorCode, object, boolean]>([
  ['provider_timeout', {}, true],
  ['provider_unavailable', {}, true],
  ['rate_limited', {}, true],
  ['provider_error', {}, true],
  ['provider_error', { status: 503 }, true],
  ['provider_error', { status: 429 }, true],
  ['provider_error', { status: 401 }, false],
  ['provider_error', { status: 503, retryable: false }, false],
  ['provider_error', { status: 400, retryable: true }, true],
  ['provider_error', { code: 'internal_address' }, false],
  ['not_found', {}, false],
  ['invalid_request', {}, false],
])('%s %j may pass: %s', (code, details, expected) =>
  expect(mayPass(new ApiError(code, 'A sentence.', details as Record<string, unknown>))).toBe(
    expected,
  ),
)

test('an unforeseen error is no failure that passes', () =>
  expect(mayPass(new TypeError('x'))).toBe(false))
