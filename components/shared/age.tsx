import { formatAge, formatInstant } from './format.ts'

/** How long ago something was, with the exact moment for those who point at it. */
export function Age({ at, className }: { at: string; className?: string }) {
  return (
    <time className={className} dateTime={at} title={formatInstant(at)}>
      {formatAge(at)}
    </time>
  )
}
