/**
 * For which zone and at which instant a page is drawn. The server draws a page before the browser
 * does; what both draw must be the same text.
 */
export type PageTime = {
  /** The organization's; undefined where nobody is signed in: the zone of the process. */
  timeZone?: string
  /** The instant of the server's drawing, until the browser has taken the page over. */
  now?: number
  /** The same instant in a browser, for parts that are taken over later (`usePageNow`). */
  drawnAt?: number
}

// One per process, also when a bundler loads this file twice.
const key = Symbol.for('rounds.page-time')
const holder = globalThis as unknown as Record<symbol, (() => PageTime | undefined) | undefined>

/** Sets where the time of a page is found: by request on a server, one for all in a browser. */
export function findPageTimeBy(find: () => PageTime | undefined): void {
  holder[key] = find
}

/** The time of the page that is drawn now. */
export const pageTime = (): PageTime => holder[key]?.() ?? {}

/** Now, as the page that is drawn shows it, in milliseconds. */
export const pageNow = (): number => pageTime().now ?? Date.now()
