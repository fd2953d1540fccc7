import { formatAge, formatExact } from './format.ts'

/** How long ago something was; pointing at it shows the exact moment. */
export function Age({ at, className }: { at: string; className?: string }) {
  return (
    <time className={className} dateTime={at} title={formatExact(at)}>
      {formatAge(at)}
    </time>
  )
}
