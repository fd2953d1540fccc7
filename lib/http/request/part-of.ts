/**
 * What an operation that takes a part of an upload reads of its request; the body stays a
 * stream.
 */
export function partOf(request: Request) {
  return { digest: request.headers.get('content-digest'), body: request.body }
}
