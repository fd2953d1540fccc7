import type { publicFetch } from '../outbound/public-fetch.ts'

/** A call of an address at or below the connection's, without credentials. */
export type WebRequest = Omit<Parameters<typeof publicFetch>[0], 'own' | 'maxRedirects'>
export type WebAnswer = Awaited<ReturnType<typeof publicFetch>>

/** A web server with the credentials of a connection. */
export type WebPort = {
  /** Every call goes to this address or below it. */
  baseUrl: string
  /**
   * Calls an address and adds the credentials; a redirect to another origin loses them. Returns
   * answers of any status. Throws as `publicFetch`, and `provider_error` with `sent: false` when
   * the credentials are not complete or no access token is given.
   */
  send(request: WebRequest): Promise<WebAnswer>
  test(signal: AbortSignal): Promise<string>
}
