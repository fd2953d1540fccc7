'use client'

import { MethodBadge } from './method-badge.tsx'
import { addressOfDocs, type Entry } from './open-api.ts'
import { Inline } from './prose.tsx'

const endpointClass =
  'inline-block min-h-6 font-mono text-xs break-all underline underline-offset-2'

/**
 * The endpoints of a group, each with a link to its description. Drawn from the entries that the
 * page has for its navigation: as elements of the server there would be 300 kB more of it.
 */
export function EndpointList({ entries }: { entries: Entry[] }) {
  return (
    <ul className="divide-y rounded-lg border text-sm">
      {entries.map(({ id, method, path, summary, tag }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
          <MethodBadge method={method} />
          <a href={addressOfDocs.operation(tag, id)} className={endpointClass}>
            {path}
          </a>
          <span className="min-w-0 text-muted-foreground">
            <Inline text={summary} />
          </span>
        </li>
      ))}
    </ul>
  )
}
