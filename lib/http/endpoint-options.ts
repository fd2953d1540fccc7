import { etagOf, etagOfAll } from './request/if-match.ts'
import { readBytes } from './request/read-body.ts'

// What endpoints share besides calling their operation: from the request to the operation's input,
// and from its output to the answer.

/** A draft that was saved: its revision is the ETag, for the next `If-Match`. */
export function withRevision<Saved extends { draftRevision: number }>(saved: Saved) {
  return { status: 200 as const, headers: { etag: etagOf(saved.draftRevision) }, body: saved }
}

/** A workflow that was read: its ETag changes with whatever is answered. */
export function wholeWorkflow<Workflow extends { draftRevision: number }>(workflow: Workflow) {
  const etag = etagOfAll(workflow.draftRevision, workflow)
  return { status: 200 as const, headers: { etag }, body: workflow }
}

/** A workflow that was made: 201 with its address. */
export function newWorkflow<Workflow extends { id: string; draftRevision: number }>(
  workflow: Workflow,
) {
  const location = `/api/v2/workflows/${workflow.id}`
  const headers = { etag: etagOf(workflow.draftRevision), location }
  return { status: 201 as const, headers, body: workflow }
}

/** A workflow as a file to save. */
export function workflowFile<File extends { slug: string }>(file: File) {
  const headers = { 'content-disposition': `attachment; filename="${file.slug}.workflow.json"` }
  return { status: 200 as const, headers, body: file }
}

/** A run that was started: 202 with its address. */
export function acceptedRun<Status>({ id, status }: { id: string; status: Status }) {
  return { status: 202 as const, headers: { location: `/api/v2/runs/${id}` }, body: { id, status } }
}

const asyncResultPath = (id: string): string => `/api/v2/async-result/${id}`

/** An async result that was made: 201 with its address. */
export function newAsyncResult<Result extends { id: string }>(result: Result) {
  return { status: 201 as const, headers: { location: asyncResultPath(result.id) }, body: result }
}

/** The answer comes later, as an async result: 202 with its address. */
export function comesLater({ asyncResultId }: { asyncResultId: string }) {
  const headers = { location: asyncResultPath(asyncResultId), 'retry-after': '2' }
  return { status: 202 as const, headers, body: { asyncResultId } }
}

/** Server-sent events; proxies must not hold them back. */
export function eventStream(events: ReadableStream<Uint8Array>): Response {
  return new Response(events, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
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

/** A webhook's request as it was sent, because its signature is over the bytes. */
export async function webhookInput(sent: { params: { token: string }; request: Request }) {
  const { params, request } = sent
  return { token: params.token, headers: request.headers, body: await readBytes(request) }
}
