import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure.tsx'

type Props<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch(): unknown }
  /** The name of the content at the start of a sentence: `The letter`. */
  what: string
  loading: ReactNode
  /** The content brings the heading of the page; a failure must bring one in its place. */
  isPage?: boolean
  /** The content below the failure. */
  belowFailure?: (error: Error) => ReactNode
  children(data: Data): ReactNode
}

/**
 * The result of a query: the content as soon as it is loaded, even while a newer read of it fails;
 * else why it could not be loaded, or its skeleton.
 */
export function Loaded<Data>({
  query,
  what,
  loading,
  isPage,
  belowFailure,
  children,
}: Props<Data>) {
  const { data, error } = query
  if (data !== undefined) return children(data)
  if (!error) return loading
  return (
    <>
      <LoadFailure what={what} error={error} isPage={isPage} onRetry={() => void query.refetch()} />
      {belowFailure?.(error)}
    </>
  )
}
