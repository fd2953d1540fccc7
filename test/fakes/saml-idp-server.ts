import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  makeAssertion,
  makeKeyPair,
  makeMetadata,
  makeResponse,
  readRequest,
  sign,
} from './saml-provider.ts'

export type SamlIdpServer = {
  /** Where its metadata are; also its entity id. */
  metadata: string
  /** The person who is signed in there when a browser arrives. */
  person: { nameId: string; email: string }
  stop(): Promise<void>
}

/** A SAML provider on 127.0.0.1 whose sign-in page posts its answer by itself. */
export async function startSamlIdp(port = 0): Promise<SamlIdpServer> {
  const keys = await makeKeyPair()
  const http = createServer((request, response) => {
    if (request.url === '/metadata')
      return response.end(makeMetadata(idp.metadata, `${origin}/sign-in`, keys))
    const asked = readRequest(new URL(request.url ?? '/', origin).href)
    const audience = /<(?:\w+:)?Issuer[^>]*>([^<]+)</.exec(asked.xml)?.[1] ?? ''
    const { acs, id: requestId } = asked
    const said = { issuer: idp.metadata, acs, audience, requestId, ...idp.person }
    const xml = sign(makeResponse(said, makeAssertion(said)), keys)
    const value = Buffer.from(xml).toString('base64')
    response.setHeader('content-type', 'text/html')
    response.end(
      `<form method="post" action="${acs}"><input name="SAMLResponse" value="${value}"></form>` +
        '<script>document.forms[0].submit()</script>',
    )
  })
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const idp: SamlIdpServer = {
    metadata: `${origin}/metadata`,
    person: { nameId: '', email: '' },
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
  return idp
}
