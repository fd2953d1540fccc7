import {
  makeAssertion,
  makeResponse,
  readRequest,
  sign,
  type KeyPair,
  type Said,
} from '#test/fakes/saml-provider'
import { BrowserJar } from './browser-jar.ts'

/** Where a person signs in: the origin of the service, one of its SAML connections, the provider. */
type Place = { origin: string; connection: string; issuer: string; keys: KeyPair }

const locationOf = (response: Response) => response.headers.get('location') ?? ''

/** A person with a browser who signs in by a SAML provider. */
export class SamlVisitor {
  readonly browser = new BrowserJar()
  readonly #place: Place
  readonly #who: { nameId: string; email: string }

  constructor(place: Place, who: { nameId: string; email: string }) {
    this.#place = place
    this.#who = who
  }

  addressOf(act: string): string {
    const { origin, connection } = this.#place
    return `${origin}/api/auth/sso/${connection}/${act}`
  }

  /** Goes to the provider; answers what it says of this person. */
  async leave(): Promise<Said> {
    const asked = locationOf(await this.browser.request(this.addressOf('start')))
    const { issuer } = this.#place
    const audience = this.addressOf('metadata')
    const requestId = readRequest(asked).id
    return { issuer, acs: this.addressOf('acs'), audience, requestId, ...this.#who }
  }

  signed(said: Said): string {
    return sign(makeResponse(said, makeAssertion(said)), this.#place.keys)
  }

  /** Posts a response as the provider's page does, and fetches the answer; where the browser ends. */
  async bring(xml: string): Promise<string> {
    const form = { SAMLResponse: Buffer.from(xml).toString('base64') }
    const at = locationOf(await new BrowserJar().request(this.addressOf('acs'), { form }))
    return at.includes('ticket=') ? locationOf(await this.browser.request(at)) : at
  }

  /** Signs in; where the browser ends. */
  async signIn(): Promise<string> {
    return await this.bring(this.signed(await this.leave()))
  }
}
