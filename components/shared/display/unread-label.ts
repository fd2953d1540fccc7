import { mostCounted } from '#lib/domain/notification/most-counted'

/** The number beside the bell: at most 99+. */
export const unreadLabel = (unread: number): string =>
  unread < mostCounted ? String(unread) : `${mostCounted - 1}+`

/** The title of the tab with the number in front; none for 0. */
export function countedTitle(title: string, unread: number): string {
  const plain = title.replace(/^\(\d+\+?\) /, '')
  return unread > 0 ? `(${unreadLabel(unread)}) ${plain}` : plain
}
