import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import { answerSingleSignOn } from '#lib/single-sign-on/routes'

/** Serves `/api/auth/sso` of the service on its own port, without Next. */
export async function startSsoApp(): Promise<{ origin: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    answerSingleSignOn(createRequest(request, response))
      .then((answer) => sendResponse(response, answer))
      .catch((error: Error) => response.writeHead(500).end(error.message))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { origin: `http://127.0.0.1:${port}`, stop }
}
