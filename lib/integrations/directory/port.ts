import type { DirectoryGroup } from '#lib/domain/provider/directory-group'
import type { DirectoryEventPage, ReadDirectory } from '#lib/domain/provider/read-directory'

/** The functions that Rounds needs of any directory of people behind a single sign-on. */
export type DirectoryPort = {
  /**
   * Finds a group with its active members, by the directory's id or by the identity provider's;
   * undefined when there is no such group. Throws ApiError `provider_error` or `provider_timeout`.
   */
  groupWithUsers(groupId: string, signal: AbortSignal): Promise<DirectoryGroup | undefined>
  test(signal: AbortSignal): Promise<string>
  // The others are for a directory whose people become members; not every provider has them.
  /**
   * Reads everything that the directory has. A page that fails, or that contradicts another one,
   * fails the whole read: who is missing in a partial list has not left.
   */
  readDirectory?(signal: AbortSignal): Promise<ReadDirectory>
  /** Which of these people the directory still has, asked one by one. */
  stillThere?(userIds: readonly string[], signal: AbortSignal): Promise<string[]>
  /** The place of the last event; null before the first. */
  lastEvent?(signal: AbortSignal): Promise<string | null>
  /**
   * Reads what happened after this place, oldest first. Throws ApiError with the code
   * `cursor_expired` in its details when the provider does not know the place any more.
   */
  readEvents?(after: string | null, signal: AbortSignal): Promise<DirectoryEventPage>
}
