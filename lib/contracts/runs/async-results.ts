import { z } from 'zod'
import { oneLine } from '../one-line.ts'
import { asyncResultSchema, asyncResultStatuses } from '#lib/domain/run/async-result'
import { contract } from '../contract.ts'

const params = z.strictObject({ id: z.uuid('An async result has a UUID as its id.') })
const century = 100 * 366 * 24 * 60 * 60
const example = {
  id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
  kind: 'manual',
  description: 'Answer of the fax service',
  dueAt: null,
}
const pending = {
  ...example,
  status: 'pending',
  result: null,
  error: null,
  createdAt: '2026-03-07T09:00:00.000Z',
  completedAt: null,
  expiresAt: null,
}
const completed = {
  ...pending,
  status: 'completed',
  result: { pages: 3 },
  completedAt: '2026-03-07T09:04:00.000Z',
  expiresAt: '2026-04-06T09:04:00.000Z',
}

export const getAsyncResultContract = contract({
  id: 'getAsyncResult',
  method: 'GET',
  path: '/api/v2/async-result/{id}',
  summary: 'Read an async result',
  description:
    'While it is pending the answer has the header `Retry-After`. With `?wait=20` the answer ' +
    'waits for the result, at most that many seconds (at most 30). Ended results ' +
    'are stored for 30 days.',
  tag: 'Async results',
  params,
  query: z.strictObject({
    wait: z.coerce
      .number()
      .int('wait is a whole number of seconds.')
      .min(0, 'wait is at least 0.')
      .max(30, 'wait is at most 30 seconds.')
      .default(0),
  }),
  returns: { 200: { description: 'The async result as it stands.', schema: asyncResultSchema } },
  errorStatuses: [404],
  examples: { response: completed },
})

export const createAsyncResultContract = contract({
  id: 'createAsyncResult',
  method: 'POST',
  path: '/api/v2/async-result',
  summary: 'Create an async result that an outside system completes later',
  description:
    'Give its id to the outside system, and to a step "Wait for result" in a workflow. ' +
    'With `timeoutSeconds` it fails with the code `timed_out` when it is not completed in time.',
  tag: 'Async results',
  body: z.strictObject({
    description: oneLine(z.string().trim().max(200)).optional(),
    timeoutSeconds: z
      .number()
      .min(1, 'A time limit is at least 1 second.')
      .max(century, 'A time limit is at most 100 years.')
      .optional(),
  }),
  bodyOptional: true,
  headers: {
    'idempotency-key': 'The same key and body within 24 hours make one async result only.',
  },
  returns: {
    201: {
      description: 'The new async result; its address is in `Location`.',
      schema: asyncResultSchema,
    },
  },
  errorStatuses: [409, 413, 415],
  examples: {
    request: { description: 'Answer of the fax service', timeoutSeconds: 86_400 },
    response: pending,
  },
})

export const completeAsyncResultContract = contract({
  id: 'completeAsyncResult',
  method: 'POST',
  path: '/api/v2/async-result/{id}/complete',
  summary: 'Complete an async result with a result or an error',
  description:
    'Exactly one of `result` (any JSON) and `error`. Runs that wait for it go on at once. ' +
    'It ends once: a second time answers 409, and so does a result that the ' +
    'service itself computes.',
  tag: 'Async results',
  params,
  body: z
    .strictObject({
      result: z.unknown().optional(),
      error: z
        .strictObject({
          code: z
            .string()
            .regex(/^[a-z][a-z0-9_]{0,63}$/, 'A code is written in snake_case.')
            .default('failed'),
          message: z.string().trim().min(1, 'Say what went wrong.').max(2000),
          details: z.record(z.string(), z.unknown()).optional(),
        })
        .optional(),
    })
    .refine((body) => 'result' in body !== 'error' in body, {
      error: 'Give either result or error, one of the two.',
      path: ['result'],
    }),
  headers: {
    'idempotency-key': 'The same key and body within 24 hours get the first answer again.',
  },
  returns: { 200: { description: 'The ended async result.', schema: asyncResultSchema } },
  errorStatuses: [404, 409, 413, 415],
  examples: { request: { result: { pages: 3 } }, response: completed },
})

/** Specification 4.2. */
export const sleepAsyncResultsContract = contract({
  id: 'sleepAsyncResults',
  method: 'POST',
  path: '/api/v2/async-result/sleep',
  summary: 'Complete async results after a delay, or at a given time',
  description:
    'Exactly one of `delaySeconds` and `at` (ISO 8601 with a zone; a past time is due at once). ' +
    'Without `asyncResultIds` a new async result is created. They are completed with `result`, ' +
    'by default null.',
  tag: 'Async results',
  body: z
    .strictObject({
      delaySeconds: z
        .number()
        .min(0, 'delaySeconds is at least 0.')
        .max(century, 'A sleep lasts at most 100 years.')
        .optional(),
      at: z.iso
        .datetime({
          offset: true,
          error: 'Write the time as ISO 8601 with a zone, for example 2026-03-07T09:00:00Z.',
        })
        .optional(),
      asyncResultIds: z
        .array(z.uuid('An async result has a UUID as its id.'))
        .min(1, 'Name at least one async result, or leave the field out.')
        .max(1000)
        .optional(),
      result: z.unknown().optional(),
    })
    .refine(({ delaySeconds, at }) => (delaySeconds === undefined) !== (at === undefined), {
      error: 'Give either delaySeconds or at, one of the two.',
      path: ['delaySeconds'],
    }),
  headers: { 'idempotency-key': 'The same key and body within 24 hours make one sleep only.' },
  returns: {
    202: {
      description: 'They will be completed when it is time.',
      schema: z.object({
        asyncResults: z.array(
          z.object({
            id: z.uuid(),
            status: z.enum(asyncResultStatuses),
            dueAt: z.iso.datetime({ offset: true }),
          }),
        ),
      }),
    },
  },
  errorStatuses: [404, 409, 413, 415],
  examples: {
    request: { delaySeconds: 3600 },
    response: {
      asyncResults: [{ id: example.id, status: 'pending', dueAt: '2026-03-07T10:00:00.000Z' }],
    },
  },
})
