import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

type Claims = { email?: string; email_verified?: boolean; name?: string }

export type OidcServer = {
  issuer: string
  /** The person who is signed in at the provider when a browser arrives. */
  subject: string
  /** The claims of each subject. */
  accounts: Record<string, Claims>
  stop(): Promise<void>
}

/**
 * A real OpenID provider on 127.0.0.1 whose sign-in and consent pages confirm themselves. PKCE is
 * required.
 */
export async function startOidcServer(
  client: {
    id: string
    secret: string
    redirectUri: string
    /** Where the provider says that a session of its own has ended. */
    backchannelLogoutUri?: string
    postLogoutRedirectUri?: string
  },
  port = 0,
): Promise<OidcServer> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  const http = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: OidcServer = {
    issuer,
    subject: '',
    accounts: {},
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        ...(client.backchannelLogoutUri
          ? {
              backchannel_logout_uri: client.backchannelLogoutUri,
              backchannel_logout_session_required: true,
            }
          : {}),
        ...(client.postLogoutRedirectUri
          ? { post_logout_redirect_uris: [client.postLogoutRedirectUri] }
          : {}),
      },
    ],
    // The usual one refuses addresses of this machine.
    fetch: async (url: string, { dispatcher: _guard, ...options }: Record<string, unknown>) =>
      await fetch(url, options),
    cookies: { keys: ['only for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        // Confirms itself, as the sign-in page does.
        logoutSource: (context: { body: string }, form: string) => {
          context.body = form
        },
      },
    },
    interactions: {
      url: (_context: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}`,
    },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...server.accounts[id] }),
    }),
  })
  const pages = provider.callback()
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login')
      return await provider.interactionFinished(request, response, {
        login: { accountId: server.subject },
      })
    const grant = new provider.Grant({
      accountId: session?.accountId ?? '',
      clientId: params.client_id,
    })
    grant.addOIDCScope(params.scope)
    await provider.interactionFinished(request, response, {
      consent: { grantId: await grant.save() },
    })
  }
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      void interact(request, response).catch((error: Error) =>
        response.writeHead(500).end(error.message),
      )
    else pages(request, response)
  }
  return server
}
