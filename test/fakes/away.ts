type Urls = { appUrl: string; authUrl: string; engineUrl: string }

/** The same addresses with a port without a listener. */
export function away({ appUrl, authUrl, engineUrl }: Urls): Urls {
  const nowhere = (url: string) => Object.assign(new URL(url), { port: '1' }).href
  return { appUrl: nowhere(appUrl), authUrl: nowhere(authUrl), engineUrl: nowhere(engineUrl) }
}
