/** A tag without its weak mark, because `If-None-Match` compares weakly (RFC 9110 §13.1.2). */
const strong = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Answers 304 when the caller already has the answer, by its ETag. */
export function notModified(request: Request, response: Response): Response {
  const etag = response.headers.get('etag')
  const known = request.headers.get('if-none-match')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || response.status !== 200 || etag === null || known === null) return response
  const has = known.trim() === '*' || known.split(',').some((tag) => strong(tag) === strong(etag))
  if (!has) return response
  const headers = new Headers(response.headers)
  for (const name of ['content-type', 'content-length']) headers.delete(name)
  void response.body?.cancel()
  return new Response(null, { status: 304, headers })
}
