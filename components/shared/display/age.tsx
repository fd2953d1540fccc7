import { formatAge, formatInstant } from './format.ts'

/** How long ago something was; pointing at it shows the exact moment. */
export function Age({ at, className }: { at: string; className?: string }) {
  return (
    <time className={className} dateTime={at} title={formatInstant(at)}>
      {formatAge(at)}
    </time>
  )
}
