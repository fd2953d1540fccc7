type AnswerApi = (request: Request) => Promise<Response>
type PageApi = {
  answer: AnswerApi
  /** The OpenAPI document of it. */
  reference(): object
}

// Next bundles the pages apart from the API beside them: the process holds one API for both.
const key = Symbol.for('rounds.page-api')
const holder = globalThis as unknown as Record<symbol, PageApi | undefined>

/** Lets the pages of this process read by this API. */
export function offerToPages(api: PageApi): void {
  holder[key] = api
}

/** The API of this process; undefined under `next dev` and `next start`. */
export const offeredToPages = (): PageApi | undefined => holder[key]

/** A slower answer is not waited for: the page shows that it loads, and asks itself. */
const withinMs = 1500
/**
 * A longer answer would make the page large: the page asks for it itself, unless it shows nothing
 * without it.
 */
const maxLength = 150_000

type Limits = { withinMs?: number; maxLength?: number }

/**
 * Asks the API of this process for a page that is drawn, as its browser would: with its cookie and
 * its headers. Resolves to the JSON of the answer; undefined when the API refuses or fails, takes
 * too long or answers at length. Then the browser asks, and shows why.
 */
export async function readForPage(
  answer: AnswerApi,
  path: string,
  headers: Headers,
  limits: Limits = {},
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(limits.withinMs ?? withinMs)
  const late = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  const asked = async () => {
    const response = await answer(new Request(new URL(path, 'http://page'), { headers, signal }))
    return response.status === 200 ? await response.text() : undefined
  }
  const text = await Promise.race([asked().catch(() => undefined), late])
  return text !== undefined && text.length <= (limits.maxLength ?? maxLength) ? text : undefined
}
