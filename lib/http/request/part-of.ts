/** The part of an upload, as its operation reads it from the request; the body stays a stream. */
export function partOf(request: Request) {
  return { digest: request.headers.get('content-digest'), body: request.body }
}
