import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import type { DirectoryEvent, ReadDirectory } from '#lib/domain/provider/read-directory'
import type { DirectoryPort } from './port.ts'
import {
  groupSchema,
  incomplete,
  pages,
  parsed,
  readGroupOf,
  readUserOf,
  refused,
  userSchema,
  type Get,
  type Group,
  type User,
} from './workos-records.ts'

const directorySchema = z.object({
  id: z.string(),
  state: z.string(),
  organization_id: z.string().nullish(),
})
/** What the page says when WorkOS itself has lost its directory. */
const states: Record<string, string> = {
  validating: 'WorkOS is still checking this directory. It is read once that is done.',
  invalid_credentials:
    'WorkOS cannot reach the directory: its credentials there are refused. Renew them in WorkOS.',
  unlinked: 'The directory is not linked in WorkOS. Link it there again.',
  deleting: 'The directory is being deleted in WorkOS.',
}

const notLinked = (state: string): ApiError =>
  new ApiError(
    'provider_error',
    `${states[state] ?? 'WorkOS says that this directory is not linked.'} Nobody was changed.`,
    { provider: 'workos', code: 'directory_not_linked' },
  )

/** The events that we ask for. Others, of sign-in for example, are not our business. */
const eventNames = [
  'dsync.activated',
  'dsync.deleted',
  'dsync.user.created',
  'dsync.user.updated',
  'dsync.user.deleted',
  'dsync.group.created',
  'dsync.group.updated',
  'dsync.group.deleted',
  'dsync.group.user_added',
  'dsync.group.user_removed',
]

const eventSchema = z.object({ id: z.string(), event: z.string(), data: z.unknown() })
const eventListSchema = z.object({
  data: z.array(eventSchema),
  list_metadata: z.object({ after: z.string().nullish() }),
})
const ofDirectorySchema = z.object({ directory_id: z.string() })
const idSchema = z.object({ id: z.string() })
const membershipSchema = z.object({ user: userSchema, group: groupSchema })

/** The directory that an event is about; undefined for one that we cannot read. */
function directoryOf({ event, data }: z.infer<typeof eventSchema>): string | undefined {
  const isOfWhole = event === 'dsync.activated' || event === 'dsync.deleted'
  return isOfWhole
    ? idSchema.safeParse(data).data?.id
    : ofDirectorySchema.safeParse(data).data?.directory_id
}

function changeOf({ event, data }: z.infer<typeof eventSchema>): DirectoryEvent {
  switch (event) {
    case 'dsync.user.created':
    case 'dsync.user.updated':
      return {
        kind: 'user',
        isNew: event === 'dsync.user.created',
        user: readUserOf(userSchema.parse(data)),
      }
    case 'dsync.user.deleted':
      return { kind: 'user-deleted', id: idSchema.parse(data).id }
    case 'dsync.group.created':
    case 'dsync.group.updated':
      return { kind: 'group', group: readGroupOf(groupSchema.parse(data)) }
    case 'dsync.group.deleted':
      return { kind: 'group-deleted', id: idSchema.parse(data).id }
    case 'dsync.group.user_added':
    case 'dsync.group.user_removed': {
      const { user, group } = membershipSchema.parse(data)
      return {
        kind: 'membership',
        isIn: event === 'dsync.group.user_added',
        user: readUserOf(user),
        group: readGroupOf(group),
      }
    }
    case 'dsync.deleted':
      return { kind: 'ended' }
    default:
      return { kind: 'unclear' }
  }
}

/** An event of this directory that we cannot read means that everything is read again. */
function readable(event: z.infer<typeof eventSchema>): DirectoryEvent {
  try {
    return changeOf(event)
  } catch (error) {
    if (error instanceof z.ZodError) return { kind: 'unclear' }
    throw error
  }
}

/** One list to its last page; refuses records of another directory and records that come twice. */
async function readAll<T extends { id: string; directory_id: string }>(
  lists: AsyncGenerator<T[]>,
  directoryId: string,
): Promise<Map<string, T>> {
  const all = new Map<string, T>()
  for await (const list of lists)
    for (const entry of list) {
      if (entry.directory_id !== directoryId || all.has(entry.id)) throw incomplete()
      all.set(entry.id, entry)
    }
  return all
}

/** A directory of WorkOS, and the way to it. */
type Source = { get: Get; directoryId: string }

/** The organization of the directory. Throws unless WorkOS has the directory linked. */
async function requireLinked(
  { get, directoryId }: Source,
  signal: AbortSignal,
): Promise<string | undefined> {
  const response = await get(`directories/${directoryId}`, signal)
  if (response.status === 404)
    throw new ApiError(
      'provider_error',
      'WorkOS has no directory with this id any more. Nobody was changed.',
      { provider: 'workos', status: 404 },
    )
  if (response.status !== 200) throw refused(response)
  const { state, organization_id: organization } = parsed(directorySchema, response)
  // Events say `active` for what the API calls `linked`.
  if (state !== 'linked' && state !== 'active') throw notLinked(state)
  return organization ?? undefined
}

/** The events of the directory's organization: those of others are not ours to read. */
async function listEvents(
  source: Source,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<z.infer<typeof eventListSchema>> {
  const organization = await requireLinked(source, signal)
  const search = new URLSearchParams({
    events: eventNames.join(','),
    ...query,
    ...(organization ? { organization_id: organization } : {}),
  })
  const response = await source.get(`events?${search}`, signal)
  const isUnknownPlace = [400, 404, 422].includes(response.status) && query['after'] !== undefined
  if (isUnknownPlace)
    throw new ApiError('provider_error', 'WorkOS does not keep events for so long.', {
      provider: 'workos',
      status: response.status,
      code: 'cursor_expired',
    })
  if (response.status !== 200) throw refused(response)
  return parsed(eventListSchema, response)
}

/** Reads one directory of WorkOS, whole or by its events (workos.com/docs/events). */
export function workOsReader(
  get: Get,
  directoryId: string,
): Required<Pick<DirectoryPort, 'readDirectory' | 'stillThere' | 'lastEvent' | 'readEvents'>> {
  const source: Source = { get, directoryId }
  const usersOf = async (query: Record<string, string>, signal: AbortSignal) =>
    await readAll<User>(pages(get, 'directory_users', query, userSchema, signal), directoryId)

  return {
    async readDirectory(signal): Promise<ReadDirectory> {
      await requireLinked(source, signal)
      const query = { directory: directoryId }
      const users = await usersOf(query, signal)
      const groups = await readAll<Group>(
        pages(get, 'directory_groups', query, groupSchema, signal),
        directoryId,
      )
      const read: ReadDirectory = { users: [...users.values()].map(readUserOf), groups: [] }
      // Not by the `groups` of a person: WorkOS leaves them empty since 2026.
      for (const group of groups.values()) {
        const inside = await usersOf({ group: group.id }, signal)
        read.groups.push({ ...readGroupOf(group), members: [...inside.keys()] })
      }
      return read
    },
    async stillThere(userIds, signal) {
      const there: string[] = []
      for (const id of userIds) {
        const response = await get(`directory_users/${encodeURIComponent(id)}`, signal)
        if (response.status === 404) continue
        if (response.status !== 200) throw refused(response)
        there.push(parsed(userSchema, response).id)
      }
      return there
    },
    async lastEvent(signal) {
      const { data } = await listEvents(source, { limit: '1', order: 'desc' }, signal)
      return data[0]?.id ?? null
    },
    async readEvents(after, signal) {
      const from: Record<string, string> = after === null ? {} : { after }
      const { data, list_metadata: metadata } = await listEvents(
        source,
        { limit: '100', order: 'asc', ...from },
        signal,
      )
      return {
        // One that names no directory may be ours.
        events: data
          .filter((each) => (directoryOf(each) ?? directoryId) === directoryId)
          .map(readable),
        cursor: data.at(-1)?.id ?? after,
        more: Boolean(metadata.after) && data.length > 0,
      }
    },
  }
}
