import type { DirectoryGroup } from '#lib/domain/provider/directory-group'

/** The functions that Rounds needs of any directory of people behind a single sign-on. */
export type DirectoryPort = {
  /**
   * Finds a group with its active members, by the directory's id or by the identity provider's;
   * undefined when there is no such group. Throws ApiError `provider_error` or `provider_timeout`.
   */
  groupWithUsers(groupId: string, signal: AbortSignal): Promise<DirectoryGroup | undefined>
  test(signal: AbortSignal): Promise<string>
}
