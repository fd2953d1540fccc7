import { and, eq, lt, or, isNull, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { directories } from '#db/schema/directories'
import { actorOfDirectory, type Directory, type DirectoryChange } from '#lib/directory/context'
import { isUuid } from '#lib/ids'
import { env } from '#lib/env'
import { readJson } from '#lib/http/request/read-body'
import { RequestCount } from '#lib/http/request/request-count'
import { requestIdOf } from '#lib/http/request/request-id'
import { noResource, ScimError } from './error.ts'
import { discover } from './discovery.ts'
import { projectionOf } from './projection.ts'
import { readList, readOne, type Kind, type Reading, type Versioned } from './read.ts'
import { recordRefusal } from './record-refusal.ts'
import { asScimError, failed, json, noContent, notModified } from './respond.ts'
import { isObject } from './schemas.ts'
import * as groups from './store-group.ts'
import * as users from './store-user.ts'
import { requireDirectory } from './token.ts'

/** A request to a directory, after its token was checked. */
type Call = {
  request: Request
  url: URL
  directory: Directory
  base: string
  requestId: string
  /** The parts of the address after `v2`. */
  path: string[]
}

const kinds: Record<string, Kind> = { users: 'user', groups: 'group' }

/** The page shows when a directory was last heard of; written every few seconds at most. */
async function recordContact(tx: Tx, directory: Directory): Promise<void> {
  const old = lt(directories.lastSyncAt, sql`now() - interval '5 seconds'`)
  await tx
    .update(directories)
    .set({ lastSyncAt: sql`now()`, lastSyncOk: true, lastSyncMessage: null })
    .where(and(eq(directories.id, directory.id), or(isNull(directories.lastSyncAt), old)))
}

const readingOf = (tx: Tx, { directory, base, url }: Call): Reading => ({
  tx,
  directoryId: directory.id,
  base,
  projection: projectionOf(url.searchParams),
})

/** One change, in one transaction, after all earlier ones of the directory. */
async function inChange<T>(call: Call, work: (change: DirectoryChange) => Promise<T>): Promise<T> {
  return await inOrganization(call.directory.organizationId, async (tx) => {
    const [directory] = await tx
      .select()
      .from(directories)
      .where(eq(directories.id, call.directory.id))
      .for('update')
    if (!directory) throw new ScimError(404, 'This directory was disconnected.')
    const result = await work({
      tx,
      directory,
      by: actorOfDirectory(directory),
      requestId: call.requestId,
    })
    await recordContact(tx, directory)
    return result
  })
}

async function bodyOf({ request, directory }: Call): Promise<unknown> {
  const sent = await readJson(request, directory.organizationId)
  sent.done()
  if (sent.value === undefined)
    throw new ScimError(400, 'This request needs a JSON body.', 'invalidSyntax')
  return sent.value
}

/** Throws 412 when the caller read another version (RFC 7644 §3.14). */
function requireVersion({ request }: Call, version: string): void {
  const wanted = request.headers.get('if-match')
  if (wanted === null || wanted.trim() === '*') return
  if (wanted.split(',').some((each) => each.trim() === version)) return
  throw new ScimError(412, 'The resource was changed meanwhile. Read it again.')
}

async function get(call: Call, kind: Kind, id: string | undefined): Promise<Response> {
  const { url, directory } = call
  return await inOrganization(directory.organizationId, async (tx) => {
    const reading = readingOf(tx, call)
    await recordContact(tx, directory)
    if (id === undefined) {
      const query = url.searchParams
      const filter = query.get('filter') ?? undefined
      const startIndex = query.get('startIndex')
      const count = query.get('count')
      return json(200, await readList(reading, kind, { filter, startIndex, count }))
    }
    const found = await readOne(reading, kind, id)
    return notModified(call.request, found) ?? answerOne(200, found)
  })
}

const answerOne = (status: number, { resource, version, location }: Versioned): Response =>
  json(status, resource, { etag: version, location })

async function create(call: Call, kind: Kind): Promise<Response> {
  const body = await bodyOf(call)
  return await inChange(call, async (change) => {
    const id = await (kind === 'user' ? users.createUser : groups.createGroup)(change, body)
    return answerOne(201, await readOne(readingOf(change.tx, call), kind, id))
  })
}

/** `POST /Users/.search` (RFC 7644 §3.4.3). */
async function search(call: Call, kind: Kind): Promise<Response> {
  const body = await bodyOf(call)
  if (!isObject(body)) throw new ScimError(400, 'The body must be an object.', 'invalidSyntax')
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(body)) {
    if (Array.isArray(value)) query.set(key, value.join(','))
    else if (typeof value === 'string' || typeof value === 'number') query.set(key, String(value))
  }
  const url = Object.assign(new URL(call.url), { search: query.toString() })
  return await get({ ...call, url }, kind, undefined)
}

type Write = (change: DirectoryChange, body: unknown) => Promise<string | undefined>

/** The change that a method makes to a locked resource. */
async function writeOf(
  change: DirectoryChange,
  method: string,
  { kind, id }: { kind: Kind; id: string },
): Promise<Write> {
  if (kind === 'user') {
    const row = await users.lockUser(change, id)
    const write = { PUT: users.replaceUser, PATCH: users.modifyUser }[method]
    if (write) return async (same, body) => await write(same, row, body)
    return async (same) => {
      await users.deleteUser(same, row)
      return undefined
    }
  }
  const row = await groups.lockGroup(change, id)
  const write = { PUT: groups.replaceGroup, PATCH: groups.modifyGroup }[method]
  if (write) return async (same, body) => await write(same, row, body)
  return async (same) => {
    await groups.deleteGroup(same, row)
    return undefined
  }
}

async function change(call: Call, kind: Kind, id: string): Promise<Response> {
  const { method } = call.request
  const body = method === 'DELETE' ? undefined : await bodyOf(call)
  return await inChange(call, async (open) => {
    const reading = readingOf(open.tx, call)
    const write = await writeOf(open, method, { kind, id })
    const only = { ...reading, projection: { attributes: ['meta'], excluded: [] } }
    if (call.request.headers.has('if-match'))
      requireVersion(call, (await readOne(only, kind, id)).version)
    const written = await write(open, body)
    if (written === undefined) return noContent()
    // Entra wants 204 for a group, and the user for a user.
    if (kind === 'group' && method === 'PATCH' && !call.url.searchParams.has('attributes'))
      return noContent({ etag: (await readOne(only, kind, id)).version })
    return answerOne(200, await readOne(reading, kind, written))
  })
}

const noMethod = (method: string) =>
  new ScimError(405, `There is no ${method.slice(0, 20)} at this address.`)

async function answerResource(call: Call, kind: Kind): Promise<Response> {
  const [, id] = call.path
  const { method } = call.request
  if (id === '.search' && method === 'POST') return await search(call, kind)
  if (id === undefined && method === 'POST') return await create(call, kind)
  if (id !== undefined && !isUuid(id)) throw noResource(kind)
  if (method === 'GET' || method === 'HEAD') return await get(call, kind, id)
  if (id !== undefined && ['PUT', 'PATCH', 'DELETE'].includes(method))
    return await change(call, kind, id)
  throw noMethod(method)
}

async function answer(call: Call): Promise<Response> {
  const [first = '', ...more] = call.path
  const kind = kinds[first.toLowerCase()]
  if (kind && more.length <= 1) return await answerResource(call, kind)
  if (/^(?:bulk|me|\.search)$/i.test(first))
    throw new ScimError(501, `${first} is not supported; see /ServiceProviderConfig.`)
  const found = discover(call.base, call.path)
  if (!found) throw new ScimError(404, 'There is nothing at this address.')
  if (call.request.method !== 'GET' && call.request.method !== 'HEAD')
    throw noMethod(call.request.method)
  return json(200, found)
}

const address = /^\/api\/scim\/([^/]+)\/v2(?:\/(.*?))?\/*$/i

/** Answers one request; what it counts is told by the headers of the answer. */
async function answerCounted(
  request: Request,
  requestId: string,
  count: RequestCount,
): Promise<Response> {
  const url = new URL(request.url)
  const [, id, rest = ''] = address.exec(url.pathname) ?? []
  try {
    await count.takeOfAddress()
    if (id === undefined) throw new ScimError(404, 'The address is /api/scim/{directory}/v2/…')
    const directory = await requireDirectory(request, id)
    await count.takeOfDirectory(directory.id)
    const base = `${env().BASE_URL}/api/scim/${directory.id}/v2`
    const path = rest.split('/').filter(Boolean).map(decode)
    const response = await answer({ request, url, directory, base, requestId, path })
    response.headers.set('x-request-id', requestId)
    return request.method === 'HEAD' ? new Response(null, response) : response
  } catch (thrown) {
    const error = asScimError(thrown, requestId, request.signal)
    if (error.status === 401) count.chargeRefusal()
    if (id !== undefined) await recordRefusal(id, error)
    return failed(error, requestId)
  }
}

/**
 * The SCIM 2.0 server of every directory that pushes (RFC 7643, RFC 7644): one token, one directory,
 * one organization.
 */
export async function answerScim(request: Request): Promise<Response> {
  const count = new RequestCount()
  const response = await answerCounted(request, requestIdOf(request), count)
  count.sign(response.headers)
  return response
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new ScimError(404, 'A % in the address starts no character.')
  }
}
