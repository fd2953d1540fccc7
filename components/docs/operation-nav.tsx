'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useId, useState } from 'react'
import { Input } from '#components/ui/input/input'
import { cn } from '#components/ui/cn'
import { Label } from '#components/ui/input/label'
import { addressOfDocs, anchorOf } from './open-api.ts'

type Entry = { id: string; method: string; path: string; summary: string; tag: string }

const linkClass = cn(
  'block rounded px-1 py-0.5 font-medium outline-none hover:underline',
  'focus-visible:ring-2 focus-visible:ring-ring',
)

/** All endpoints by group, filtered by a text. */
export function OperationNav({ entries }: { entries: Entry[] }) {
  const id = useId()
  const [search, setSearch] = useState('')
  useOldLinks(entries)
  const wanted = search.trim().toLowerCase()
  const found = entries.filter((entry) =>
    `${entry.method} ${entry.path} ${entry.summary}`.toLowerCase().includes(wanted),
  )
  const tags = [...new Set(found.map((entry) => entry.tag))]
  return (
    <nav aria-label="Endpoints" className="space-y-3 text-sm">
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
      <Link href="/docs/schemas" prefetch={false} className={linkClass}>
        Schemas
      </Link>
    </nav>
  )
}

function describeCount(count: number): string {
  if (count === 0) return 'No endpoint has these words. Try fewer.'
  return count === 1 ? '1 endpoint' : `${count} endpoints`
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
      <Link href={addressOfDocs.group(tag)} prefetch={false} className={linkClass}>
        {tag}
      </Link>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Link
              href={addressOfDocs.operation(tag, entry.id)}
              prefetch={false}
              className={operationClass}
            >
              <span className="w-12 shrink-0 font-mono">{entry.method}</span>
              <span className="min-w-0 break-words">{entry.summary.replaceAll('`', '')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
