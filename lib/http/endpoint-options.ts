import { etagOf, etagOfAll } from './request/if-match.ts'
import { jsonOfBytes, maxPublicBytes, readBytes } from './request/read-body.ts'

// Shared options of endpoints: they turn the request into the operation's input, and its output
// into the answer.

/** Answers a saved draft: its revision is the ETag, for the next `If-Match`. */
export function withRevision<Saved extends { draftRevision: number }>(saved: Saved) {
  return { status: 200 as const, headers: { etag: etagOf(saved.draftRevision) }, body: saved }
}

/** Answers a workflow: its ETag changes with any part of the answer. */
export function wholeWorkflow<Workflow extends { draftRevision: number }>(workflow: Workflow) {
  const etag = etagOfAll(workflow.draftRevision, workflow)
  return { status: 200 as const, headers: { etag }, body: workflow }
}

/** Answers a created workflow: 201 with its address. */
export function newWorkflow<Workflow extends { id: string; draftRevision: number }>(
  workflow: Workflow,
) {
  const location = `/api/v2/workflows/${workflow.id}`
  const headers = { etag: etagOf(workflow.draftRevision), location }
  return { status: 201 as const, headers, body: workflow }
}

/** Answers a workflow as a file to save. */
export function workflowFile<File extends { slug: string }>(file: File) {
  const headers = { 'content-disposition': `attachment; filename="${file.slug}.workflow.json"` }
  return { status: 200 as const, headers, body: file }
}

/** Answers a started run: 202 with its address. */
export function acceptedRun<Status>({ id, status }: { id: string; status: Status }) {
  return { status: 202 as const, headers: { location: `/api/v2/runs/${id}` }, body: { id, status } }
}

/** Tells a challenge back as a plain text, which no browser takes for anything else. */
const challengeText = (challenge: string): Response =>
  new Response(challenge, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })

/** Answers 202 for a delivery; one that was answered before says so. A challenge is told back. */
export function acceptedDelivery(
  received: { runId: string; isRepeated: boolean } | { challenge: string },
) {
  if ('challenge' in received) return challengeText(received.challenge)
  const { runId, isRepeated } = received
  const headers: Record<string, string> = isRepeated ? { 'idempotent-replayed': 'true' } : {}
  return { status: 202 as const, headers, body: { runId } }
}

/** Answers who looks whether an address is one of a webhook. */
export function checkedAddress(checked: { message: string } | { challenge: string }) {
  if ('challenge' in checked) return challengeText(checked.challenge)
  return { status: 200 as const, body: checked }
}

const asyncResultPath = (id: string): string => `/api/v2/async-result/${id}`

/** Answers a created async result: 201 with its address. */
export function newAsyncResult<Result extends { id: string }>(result: Result) {
  return { status: 201 as const, headers: { location: asyncResultPath(result.id) }, body: result }
}

/** Answers 202 with the address of the async result that will hold the answer. */
export function comesLater({ asyncResultId }: { asyncResultId: string }) {
  const headers = { location: asyncResultPath(asyncResultId), 'retry-after': '2' }
  return { status: 202 as const, headers, body: { asyncResultId } }
}

/** Answers server-sent events, which proxies must not buffer. */
export function eventStream(events: ReadableStream<Uint8Array>): Response {
  return new Response(events, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}

/** Answers a table as a file to save. */
export function csvFile({ name, text }: { name: string; text: string }): Response {
  return new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}

export function rssFeed(feed: string): Response {
  return new Response(feed, {
    headers: {
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  })
}

export function prometheusText(text: string): Response {
  return new Response(text, {
    headers: {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    },
  })
}

/** Reads a webhook's request as bytes, because its signature covers them. */
export async function webhookInput(sent: { params: { token: string }; request: Request }) {
  const { params, request } = sent
  return { token: params.token, headers: request.headers, body: await readBytes(request) }
}

/** The same for messages that only tell that something happened. */
export async function smallWebhookInput(sent: { params: { token: string }; request: Request }) {
  const { params, request } = sent
  const body = await readBytes(request, maxPublicBytes)
  return { token: params.token, headers: request.headers, body }
}

/** The same for a webhook that starts a workflow: its body is read as JSON after its signature. */
export async function startWebhookInput(sent: {
  params: { token: string }
  query: { validationToken?: string | undefined }
  request: Request
}) {
  const { request, query } = sent
  const received = await smallWebhookInput(sent)
  const owner = new URL(request.url).pathname
  return {
    ...received,
    validationToken: query.validationToken,
    readJson: async () => await jsonOfBytes(received.body, owner, request.signal),
  }
}
