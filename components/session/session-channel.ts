/**
 * What tabs of one browser tell each other about its session. `here`: a page of this person was
 * opened, so they are signed in and the session is open.
 */
export type SessionNews =
  | { kind: 'active' }
  | { kind: 'locked' }
  | { kind: 'unlocked'; personId: string }
  | { kind: 'here'; personId: string }

const name = 'rounds.session'

/** Tells all other tabs. */
export function tellTabs(news: SessionNews): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(news)
  channel.close()
}

/** Hears what other tabs tell. Returns the function that stops it. */
export function hearTabs(hear: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => hear(data)
  return () => channel.close()
}
