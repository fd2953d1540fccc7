import { z } from 'zod'

import { listAuditContract } from '#lib/contracts/organization/audit'
import { answers, contract } from '#lib/contracts/contract'
import { startRunContract } from '#lib/contracts/runs/runs'
import { getScreenContract, completeScreenContract } from '#lib/contracts/runs/screens'
import type { Operation } from '#lib/operations/define-operation'

import { call } from './client.ts'
import { endpoint } from './endpoint.ts'

// The compiler is the test: each line below `@ts-expect-error` must not compile, all others must.
// The compiler checks this file; nothing here runs.

declare function operation<Input, Output>(): Operation<Input, Output>

const renamed = z.object({ id: z.string(), name: z.string() })
const rename = contract({
  id: 'rename',
  method: 'POST',
  path: '/things/{id}/rename',
  summary: '',
  tag: 'Workflows',
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ dry: z.coerce.boolean().optional() }),
  body: z.strictObject({ name: z.string(), note: z.string().default('') }),
  returns: { 200: { description: '', schema: renamed } },
})
type Renaming = { id: string; dry?: boolean | undefined; name: string; note: string }
type Renamed = { id: string; name: string }

export const fitting = [
  endpoint(rename, operation<Renaming, Renamed>()),
  endpoint(rename, operation<{ of: string }, Renamed>(), {
    input: ({ params }) => ({ of: params.id }),
  }),
  endpoint(rename, operation<Renaming, { count: number }>(), {
    respond: ({ count }, { params }) => ({
      status: 200,
      body: { id: params.id, name: `${count}` },
    }),
  }),
  endpoint(rename, operation<Renaming, string>(), { respond: (text) => new Response(text) }),
]

export const refusedInputs = [
  // @ts-expect-error the operation asks for another field than the address has
  endpoint(rename, operation<Omit<Renaming, 'id'> & { policyId: string }, Renamed>()),
  // @ts-expect-error a field has another type
  endpoint(rename, operation<Omit<Renaming, 'dry'> & { dry?: string }, Renamed>()),
  // @ts-expect-error the operation needs what the contract leaves optional
  endpoint(rename, operation<Omit<Renaming, 'dry'> & { dry: boolean }, Renamed>()),
  // @ts-expect-error the operation does not know a field of the contract, and would ignore it
  endpoint(rename, operation<Omit<Renaming, 'note'>, Renamed>()),
  // @ts-expect-error an option that is there does not stand for `input`
  endpoint(rename, operation<{ of: string }, Renamed>(), { constant: true }),
  endpoint(rename, operation<{ of: string }, Renamed>(), {
    // @ts-expect-error `input` makes something else than the operation's input
    input: ({ params }) => ({ from: params.id }),
  }),
  endpoint(rename, operation<{ of: string }, Renamed>(), {
    // @ts-expect-error the request has no such parameter
    input: ({ params }) => params.nonsense,
  }),
]

export const refusedOutputs = [
  // @ts-expect-error another type than the schema's
  endpoint(rename, operation<Renaming, { id: string; name: Date }>()),
  // @ts-expect-error a field is missing
  endpoint(rename, operation<Renaming, { id: string }>()),
  // @ts-expect-error one of the answers does not fit
  endpoint(rename, operation<Renaming, Renamed | { gone: true }>()),
  // @ts-expect-error nothing is answered
  endpoint(rename, operation<Renaming, void>()),
  endpoint(rename, operation<Renaming, number>(), {
    // @ts-expect-error a status that the contract does not declare
    respond: () => ({ status: 201, body: { id: '', name: '' } }),
  }),
  endpoint(rename, operation<Renaming, number>(), {
    // @ts-expect-error a body that is not of this status
    respond: (count) => ({ status: 200, body: { count } }),
  }),
]

// A schema with a transformation: the operation returns its input side, callers get its output
// side.
const stamped = contract({
  id: 'stamped',
  method: 'GET',
  path: '/stamped',
  summary: '',
  tag: 'Workflows',
  returns: answers(200, '', z.object({ at: z.date().transform((at) => at.toISOString()) })),
})
export const sides = [
  endpoint(stamped, operation<object, { at: Date }>()),
  // @ts-expect-error the output side is no input
  endpoint(stamped, operation<object, { at: string }>()),
]

const feed = contract({
  id: 'feed',
  method: 'GET',
  path: '/feed',
  summary: '',
  tag: 'Workflows',
  returns: { 200: { description: '', contentType: 'text/plain' } },
})
// @ts-expect-error what is not JSON needs `respond`
endpoint(feed, operation<object, string>())
endpoint(feed, operation<object, string>(), { respond: (text) => new Response(text) })

const removal = contract({
  id: 'removal',
  method: 'DELETE',
  path: '/things/{id}',
  summary: '',
  tag: 'Workflows',
  params: z.strictObject({ id: z.string() }),
  returns: { 204: { description: '' } },
})
endpoint(removal, operation<{ id: string }, void>())
// @ts-expect-error also without a body the input must fit
endpoint(removal, operation<{ slug: string }, void>())

export async function calls(): Promise<void> {
  const sent = { params: { id: 'a' }, body: { name: 'b' } }
  const answer: Renamed = await call(rename, sent)
  const instant: string = (await call(stamped)).at
  const nothing: null = await call(removal, { params: { id: 'a' } })
  const started: string = (await call(startRunContract, { params: { id: 'a' } })).id
  void [answer, instant, nothing, started]

  // @ts-expect-error the answer has no such field
  void (await call(rename, sent)).bananas
  // @ts-expect-error the answer is not of this type
  const wrong: { bananas: number } = await call(completeScreenContract, {
    params: { taskId: 'a' },
    body: { output: {} },
  })
  void wrong
  // @ts-expect-error a type of one's own for the answer is not taken
  await call<{ bananas: number }>(rename, sent)
  // @ts-expect-error params are needed
  await call(getScreenContract)
  // @ts-expect-error these are other params
  await call(getScreenContract, { params: { nonsense: 1 } })
  // @ts-expect-error this endpoint has no body
  await call(getScreenContract, { params: { taskId: 'a' }, body: 42 })
  // @ts-expect-error the body lacks a field
  await call(rename, { params: { id: 'a' }, body: {} })
  // @ts-expect-error the body has a field of another type
  await call(rename, { params: { id: 'a' }, body: { name: 7 } })
  // @ts-expect-error the body has a field too many
  await call(rename, { params: { id: 'a' }, body: { name: 'b', nmae: 'c' } })
  // @ts-expect-error the query has no such parameter
  await call(listAuditContract, { query: { nosuch: 'x' } })
}
