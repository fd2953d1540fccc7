import { WifiOffIcon } from 'lucide-react'

type Props = {
  /** Of what is shown; `isPaused`: there is no connection, so it is not even asked. */
  query: { error: Error | null; isPaused: boolean }
  /** The name of what is shown, at the start of a sentence: `The runs`. */
  what: string
}

const offline = 'there is no connection. This page goes on by itself when it is back.'

/** Says that what is shown could not be read again, and why; nothing while it is fresh. */
export function OldData({ query: { error, isPaused }, what }: Props) {
  if (!error && !isPaused) return null
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-amber-800 dark:text-amber-300">
      <WifiOffIcon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        {what} may be out of date: {isPaused ? offline : error?.message}
      </span>
    </p>
  )
}
