import type { DirectoryGroup } from '#lib/domain/provider/directory-group'

/** What Rounds needs of any directory of people behind a single sign-on. */
export type DirectoryPort = {
  /**
   * The group with everyone in it who is active, by the directory's id or by the one that the
   * identity provider gave it; undefined when there is no such group. Throws ApiError
   * `provider_error` or `provider_timeout`.
   */
  groupWithUsers(groupId: string, signal: AbortSignal): Promise<DirectoryGroup | undefined>
  test(signal: AbortSignal): Promise<string>
}
