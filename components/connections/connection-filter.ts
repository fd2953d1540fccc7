import type { ConnectionKindView, ConnectionView } from '#lib/contracts/integrations/connections'

type Shown = {
  connected: { kind: ConnectionKindView; connections: ConnectionView[] }[]
  others: ConnectionKindView[]
}

/**
 * The kinds that are connected, with their connections, and those that are not; of both only those
 * that contain every word of the query.
 */
export function filterConnections(
  kinds: ConnectionKindView[],
  connections: ConnectionView[],
  query: string,
): Shown {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const contains = (...texts: string[]) =>
    words.every((word) => texts.join(' ').toLowerCase().includes(word))
  const about = (kind: ConnectionKindView) => [
    kind.title,
    kind.description,
    ...kind.providers.map(({ title }) => title),
  ]
  const titleOf = (kind: ConnectionKindView, id: string) =>
    kind.providers.find((provider) => provider.id === id)?.title ?? id
  const connected = kinds.flatMap((kind) => {
    const own = connections.filter((entry) => entry.kind === kind.kind)
    const matching = contains(kind.title, kind.description)
      ? own
      : own.filter(({ name, slug, provider }) =>
          contains(kind.title, name, slug, titleOf(kind, provider)),
        )
    return matching.length > 0 ? [{ kind, connections: matching }] : []
  })
  return {
    connected,
    others: kinds.filter(
      (kind) => !connections.some((entry) => entry.kind === kind.kind) && contains(...about(kind)),
    ),
  }
}
