/**
 * A browser's cookies and redirects, without the rest of it. Cookies are stored by host and port.
 */
export class BrowserJar {
  readonly cookies = new Map<string, Map<string, string>>()

  cookie(origin: string, name: string): string | undefined {
    return this.cookies.get(origin)?.get(name)
  }

  /** One request; its redirect is not followed. */
  async request(
    url: string,
    init: {
      method?: string
      form?: Record<string, string>
      headers?: Record<string, string>
    } = {},
  ): Promise<Response> {
    const { origin } = new URL(url)
    const jar = this.cookies.get(origin) ?? new Map<string, string>()
    this.cookies.set(origin, jar)
    const response = await fetch(url, {
      redirect: 'manual',
      method: init.method ?? (init.form ? 'POST' : 'GET'),
      headers: {
        ...init.headers,
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(init.form ? { body: new URLSearchParams(init.form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const name = pair.slice(0, pair.indexOf('='))
      const value = pair.slice(pair.indexOf('=') + 1)
      const over =
        attributes.some(
          (attribute) =>
            /^expires=/i.test(attribute) && new Date(attribute.slice(8)).getTime() < Date.now(),
        ) || attributes.some((attribute) => /^max-age=0$/i.test(attribute))
      if (over || value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  /**
   * Follows redirects from `url` as long as `onwards` returns true. Returns the last address,
   * visited or not.
   */
  async follow(url: string, onwards: (next: URL) => boolean): Promise<string> {
    for (let here = url, hops = 0; ; hops++) {
      if (hops > 12 || !onwards(new URL(here))) return here
      const location = (await this.request(here)).headers.get('location')
      if (location === null) return here
      here = new URL(location, here).href
    }
  }
}
