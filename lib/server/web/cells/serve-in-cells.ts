import type { IncomingMessage, ServerResponse } from 'node:http'
import { fenceMoved } from '#db/client'
import { readCookie } from '#lib/auth/read-cookie'
import { answerCell } from '#lib/cells/ask'
import { cellCookie, cellCookieName } from '#lib/cells/cell-cookie'
import { Cells, shareCells } from '#lib/cells/cells'
import { askHeader, askPath, hopHeader, maxHops, readHop, type Hop } from '#lib/cells/internal-call'
import { ownCell } from '#lib/cells/own-cell'
import { placeOf, type Place } from '#lib/cells/place-of'
import { bodyRule, leadsToSignIn, shownBy, shownByBody, type Shows } from '#lib/cells/shown-by'
import {
  addressOfRequest,
  asClient,
  withClientAddress,
  type TrustedProxies,
} from '#lib/client-address'
import { unavailableForNow } from '#lib/http/response/unavailable-for-now'
import { log } from '#lib/log'
import { sendUnavailablePage } from '../pages-without-database.ts'
import { forward } from './forward.ts'
import { peekBody } from './peek-body.ts'

type Serve = () => Promise<void>

const isApi = ({ url = '/' }: IncomingMessage): boolean => url.startsWith('/api/')
const isRead = ({ method = 'GET' }: IncomingMessage): boolean =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method)

async function sendUnavailable(
  request: IncomingMessage,
  response: ServerResponse,
  { reason, seconds }: { reason: string; seconds: number },
): Promise<void> {
  if (!isApi(request)) return sendUnavailablePage(response, reason)
  const answer = unavailableForNow(reason, seconds)
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}

/** The web of a cell: it serves its own organizations and hands the requests of others on. */
export class CellWeb {
  readonly #cells: Cells
  readonly #trusted: TrustedProxies
  /** What is being answered here. */
  readonly #open = new Set<ServerResponse>()

  constructor(cells: Cells, trusted: TrustedProxies) {
    this.#cells = cells
    this.#trusted = trusted
  }

  /** Streams of events of an organization that has gone would tell nothing any more. */
  endStreams(): void {
    for (const response of this.#open)
      if (String(response.getHeader('content-type')).startsWith('text/event-stream'))
        response.destroy()
  }

  /** The hop by which a request came from another cell; undefined when it came from outside. */
  hopOf({ headers, method = 'GET', url = '/' }: IncomingMessage): Hop | undefined {
    const header = headers[hopHeader]
    return readHop(header, this.#cells.own.name, { method, url })
  }

  addressOf = (request: IncomingMessage): string =>
    this.hopOf(request)?.address ?? addressOfRequest(request, this.#trusted)

  /** Serves a request here, or hands it to the cell that it belongs to. */
  handle(request: IncomingMessage, response: ServerResponse, serve: Serve): void {
    this.#handle(request, response, serve).catch((error: Error) => {
      log.error({ error }, 'a request could not be answered')
      response.destroy(error)
    })
  }

  async #handle(request: IncomingMessage, response: ServerResponse, serve: Serve): Promise<void> {
    const hop = this.hopOf(request)
    const served = async () => await this.#serve(request, response, serve)
    const serveHere = async () =>
      hop
        ? await asClient(hop.address, served)
        : await withClientAddress(request, this.#trusted, served)
    if (request.url === askPath && (await this.#answered(request, response))) return
    const place = hop && hop.number >= maxHops ? undefined : await this.#placeOf(request, hop)
    if (place?.at === 'unknown') return await this.#away(request, response)
    if (place?.at !== 'cell') {
      if (!isRead(request) && this.#isMoving(place) && !request.url?.startsWith('/api/auth/'))
        return await sendUnavailable(request, response, {
          reason: 'This organization is being moved, for a few seconds',
          seconds: 2,
        })
      return await serveHere()
    }
    const cell = this.#cells.other(place.name)
    const next = { number: (hop?.number ?? 0) + 1, address: this.addressOf(request) }
    const outcome = cell ? await forward(request, response, cell, next) : 'unreached'
    if (outcome === 'answered') return
    log.warn(
      { cell: place.name, outcome },
      'a request could not be handed to the web of another cell',
    )
    // 503 says that nothing was done and that it can be sent again. Nobody knows that here: the
    // client's connection breaks, as it would without a hop.
    if (outcome === 'unknown' && !isRead(request)) response.destroy()
    else await this.#away(request, response)
  }

  #isMoving(place: Place | undefined): boolean {
    if (place?.at !== 'here' || place.organizationId === null) return false
    return this.#cells.leaving(place.organizationId) !== undefined
  }

  async #away(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (response.headersSent || response.destroyed) return
    const reason = 'The part of Rounds that this belongs to cannot be reached'
    await sendUnavailable(request, response, { reason, seconds: 5 })
  }

  async #answered(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const header = request.headers[askHeader]
    const body = header ? await peekBody(request) : undefined
    // Without its database a cell knows nothing; whoever asks has its caller come again.
    const asked = body ? answerCell(this.#cells.own.name, header, body) : undefined
    const answer = await asked?.catch(() => 'away' as const)
    if (!answer) return false
    if (answer === 'away') {
      response.writeHead(503).end()
      return true
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    return true
  }

  async #placeOf(request: IncomingMessage, hop: Hop | undefined): Promise<Place | undefined> {
    const shows = await this.#shownBy(request)
    if (!shows) return undefined
    const lastCell = readCookie(request.headers.cookie ?? null, cellCookieName())
    const address = this.addressOf(request)
    return await placeOf(this.#cells, shows, { address, lastCell, isHandedOn: hop !== undefined })
  }

  async #shownBy(request: IncomingMessage): Promise<Shows | undefined> {
    const rule = bodyRule(request)
    const body = rule && (await peekBody(request))
    const named =
      rule && body ? shownByBody(body, request.headers['content-type'] ?? '', rule) : undefined
    return named ?? shownBy(request)
  }

  async #serve(request: IncomingMessage, response: ServerResponse, serve: Serve): Promise<void> {
    this.#open.add(response)
    response.once('close', () => this.#open.delete(response))
    this.#rememberCell(request, response)
    await serve()
  }

  /** The browser of a person who is signed in here, or who begins to sign in, comes back to here. */
  #rememberCell(request: IncomingMessage, response: ServerResponse): void {
    const { url = '/', headers } = request
    if (request.method !== 'GET' || isApi(request)) return
    if (!String(headers.accept ?? '').includes('text/html')) return
    const { name } = this.#cells.own
    const cookies = headers.cookie ?? null
    const shows = shownBy(request)
    const isOwnSession = shows !== undefined && 'cell' in shows && shows.session !== undefined
    const kept = readCookie(cookies, cellCookieName())
    const isNew = kept === undefined && url.startsWith('/sign-in')
    const isMeant = isOwnSession || leadsToSignIn(request, name)
    if (isNew || (isMeant && kept !== name)) response.appendHeader('set-cookie', cellCookie(name))
  }
}

/** Joins the cells that the settings name; undefined where there is one cluster only. */
export async function startCellWeb(
  trusted: TrustedProxies,
): Promise<{ web: CellWeb; stop(): Promise<void> } | undefined> {
  const own = ownCell()
  if (!own) return undefined
  fenceMoved()
  const cells = new Cells(own, { onGone: () => web.endStreams() })
  const web = new CellWeb(cells, trusted)
  await cells.start()
  shareCells(cells)
  const stop = async () => {
    shareCells(undefined)
    await cells.stop()
  }
  return { web, stop }
}
