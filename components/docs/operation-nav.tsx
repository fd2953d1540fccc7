'use client'

import { ChevronDownIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useId, useState } from 'react'
import { Input } from '#components/ui/input/input'
import { cn } from '#components/ui/cn'
import { Label } from '#components/ui/input/label'
import { countOf } from '#lib/domain/count-of'
import { addressOfDocs, anchorOf, type Entry } from './open-api.ts'

const linkClass = cn(
  'block rounded px-1 py-0.5 font-medium outline-none hover:underline',
  'focus-visible:ring-2 focus-visible:ring-ring',
)

const openClass = cn(
  'flex w-full items-center gap-2 rounded text-sm font-medium outline-none lg:hidden',
  'focus-visible:ring-2 focus-visible:ring-ring',
)

/** All endpoints by group, filtered by a text. */
export function OperationNav({ entries }: { entries: Entry[] }) {
  const id = useId()
  const [search, setSearch] = useState('')
  /** On a narrow page the list is long; on a wide one it stands beside. */
  const [isOpen, setOpen] = useState(false)
  useOldLinks(entries)
  const wanted = search.trim().toLowerCase()
  const found = entries.filter((entry) =>
    `${entry.method} ${entry.path} ${entry.summary}`.toLowerCase().includes(wanted),
  )
  const tags = [...new Set(found.map((entry) => entry.tag))]
  return (
    <div className="max-lg:rounded-lg max-lg:border max-lg:p-3">
      <button
        type="button"
        className={openClass}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDownIcon aria-hidden className={cn('size-4', isOpen ? '' : '-rotate-90')} />
        All endpoints
      </button>
      <nav
        id={`${id}-list`}
        aria-label="Endpoints"
        className={cn('space-y-3 text-sm max-lg:pt-3', isOpen ? '' : 'max-lg:hidden')}
      >
        <div className="space-y-1">
          <Label htmlFor={id}>Find an endpoint</Label>
          <Input
            id={id}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <p role="status" className={found.length === 0 ? 'text-muted-foreground' : 'sr-only'}>
          {describeCount(found.length)}
        </p>
        {tags.map((tag) => (
          <Group key={tag} tag={tag} entries={found.filter((entry) => entry.tag === tag)} />
        ))}
        <a href="/docs/schemas" className={linkClass}>
          Schemas
        </a>
      </nav>
    </div>
  )
}

function describeCount(count: number): string {
  if (count === 0) return 'No endpoint has these words. Try fewer.'
  return countOf(count, 'endpoint')
}

/** The reference was one page once: as a page opens, an old link leads to its endpoint. */
function useOldLinks(entries: Entry[]): void {
  const router = useRouter()
  useEffect(() => {
    const { pathname, hash } = window.location
    if (pathname !== '/docs') return
    const entry = entries.find((each) => `#${anchorOf.operation(each.id)}` === hash)
    if (entry) router.replace(addressOfDocs.operation(entry.tag, entry.id))
  }, [entries, router])
}

const operationClass = cn(
  'flex min-h-6 gap-2 rounded px-1 py-1 text-xs text-muted-foreground outline-none',
  'hover:bg-accent hover:text-accent-foreground focus-visible:ring-2 focus-visible:ring-ring',
)

function Group({ tag, entries }: { tag: string; entries: Entry[] }) {
  return (
    <div>
      <a href={addressOfDocs.group(tag)} className={linkClass}>
        {tag}
      </a>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <a href={addressOfDocs.operation(tag, entry.id)} className={operationClass}>
              <span className="w-12 shrink-0 font-mono">{entry.method}</span>
              <span className="min-w-0 break-words">{entry.summary.replaceAll('`', '')}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
