/** The part of oidc-provider that the tests use; the package has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Interaction = {
    uid: string
    prompt: { name: string }
    params: { client_id: string; scope: string }
    session?: { accountId: string }
    grantId?: string
  }
  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<void>
    Grant: new (of: { accountId: string; clientId: string }) => Grant
  }
}
