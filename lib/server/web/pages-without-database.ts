import type { IncomingMessage, ServerResponse } from 'node:http'
import { askDatabase } from '#db/client'
import { securityHeaders } from '#lib/http/response/security-headers'
import { signInUnavailable } from '#lib/http/response/sign-in-unavailable'
import { log } from '#lib/log'
import { notingShortage, type NotedShortage } from '#lib/page-shortage'
import { withPageTime } from './page-time.ts'
import type { Shortage } from '#lib/shortage'

/** A database that does not answer within this time counts as unreachable. */
const withinMs = 5000
const againAfterSeconds = 5

/** Addresses that need no database: the reference, and the static files of pages. */
const needsNone = /^\/(?:docs|_next|favicon\.ico|icon\.svg)(?:\/|$)/
/** The part of sign-in that needs the database; the token of forms comes from a cookie. */
const signsIn = /^\/api\/auth\/(?:callback|signin|signout)(?:\/|$)/

const reasons: Record<Shortage, string> = {
  database: 'The database cannot be reached',
  storage: 'There is no room left to write on a disk of the server',
}

const pageOf = (sentence: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${againAfterSeconds}">
<title>Not available now · Rounds</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 15vh auto 0; max-width: 32rem; padding: 0 1rem; }
h1 { font-size: 1.25rem; }
</style>
</head>
<body>
<main>
<h1>Rounds is not available now</h1>
<p>${sentence}, so this page cannot be shown.
What was sent before is not lost.</p>
<p>This page tries again by itself every ${againAfterSeconds} seconds.</p>
</main>
</body>
</html>
`

const headersOf = (page: string): Record<string, string> => ({
  ...Object.fromEntries(securityHeaders.map(({ key, value }) => [key.toLowerCase(), value])),
  'content-type': 'text/html; charset=utf-8',
  'content-length': String(Buffer.byteLength(page)),
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'retry-after': String(againAfterSeconds),
})

/** Answers 503 with a page that says why, as the beginning of a sentence, and reloads itself. */
export function sendUnavailablePage(response: ServerResponse, sentence: string): void {
  const page = pageOf(sentence)
  response.writeHead(503, headersOf(page)).end(page)
}

/**
 * Answers 503 for a page, and for signing in or out, while the database cannot be reached. Next
 * would answer 500, because a page cannot choose the status of its own failure, and next-auth would
 * say that the password is wrong. The page says so in plain words and reloads itself. A navigation
 * inside the app gets the same answer, after which Next loads the whole page. Returns true when it
 * answered.
 */
export async function answerWithoutDatabase(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [path = ''] = (request.url ?? '').split('?')
  const isSignIn = signsIn.test(path)
  if (needsNone.test(path) || (path.startsWith('/api/') && !isSignIn)) return false
  const failure = await reachDatabase()
  if (!failure) return false
  log.warn({ error: failure }, 'a page could not be shown: the database is away')
  const isPage = !isSignIn || request.method === 'GET'
  // The sign-in form reads JSON; the return from single sign-on is a page and can be repeated.
  const away = pageOf(reasons.database)
  if (isPage) response.writeHead(503, headersOf(away)).end(away)
  else {
    const answer = signInUnavailable()
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  }
  return true
}

/**
 * Lets Next render a page. When that fails because the database was lost meanwhile, or because a
 * disk is full, it answers the 503 of `answerWithoutDatabase` instead of Next's 500, because a page
 * cannot choose the status of its own failure. An answer that has started stays; its error page
 * asks `/api/ready`.
 */
export async function renderPage(
  request: IncomingMessage,
  response: ServerResponse,
  render: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<void> {
  // next-auth also answers programs, and knows what was unavailable.
  if (request.url?.startsWith('/api/')) return await render(request, response)
  const noted: NotedShortage = { shortage: undefined }
  const replaced = replaceFailure(response, noted)
  await notingShortage(noted, () => withPageTime(() => render(request, response)))
  const { shortage } = noted
  if (replaced()) log.warn({ shortage }, 'a page could not be shown: something went away meanwhile')
}

/**
 * Answers with the page that says what is unavailable when a 500 is about to be sent and a shortage
 * was `noted`. Returns whether it did. Later writes are not sent.
 */
function replaceFailure(response: ServerResponse, noted: NotedShortage): () => boolean {
  let replaced = false
  const writeHead = response.writeHead.bind(response)
  const write = response.write.bind(response)
  const end = response.end.bind(response)
  const replace = (status: number): boolean => {
    if (replaced) return true
    const { shortage } = noted
    if (response.headersSent || status !== 500 || !shortage) return false
    const page = pageOf(reasons[shortage])
    replaced = true
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    writeHead(503, headersOf(page))
    end(page)
    return true
  }
  // Each of them may be the first to send the head.
  Object.assign(response, {
    writeHead: (...given: Parameters<typeof writeHead>) =>
      replace(given[0]) ? response : writeHead(...given),
    write: (...given: Parameters<typeof write>) =>
      replace(response.statusCode) ? true : write(...given),
    end: (...given: Parameters<typeof end>) =>
      replace(response.statusCode) ? response : end(...given),
  })
  return () => replaced
}

let asking: Promise<Error | undefined> | undefined

/** Why the database cannot be used, or undefined. Concurrent pages share one query. */
async function reachDatabase(): Promise<Error | undefined> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return await asking
}

async function ask(): Promise<Error | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Error>((resolve) => {
    timer = setTimeout(() => resolve(new Error('the database does not answer')), withinMs)
  })
  const asked = askDatabase().then(
    () => undefined,
    (error: Error) => error,
  )
  const failure = await Promise.race([asked, late])
  clearTimeout(timer)
  return failure
}
