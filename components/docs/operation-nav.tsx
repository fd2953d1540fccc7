'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useId, useState } from 'react'
import { Input } from '#components/ui/input'
import { Label } from '#components/ui/label'
import { addressOfDocs, anchorOf } from './open-api.ts'

type Entry = { id: string; method: string; path: string; summary: string; tag: string }

/** All endpoints by group, narrowed by what is typed. */
export function OperationNav({ entries }: { entries: Entry[] }) {
  const id = useId()
  const router = useRouter()
  // The reference was one page once: its links still lead to their endpoint.
  useEffect(() => {
    const { pathname, hash } = window.location
    const entry =
      pathname === '/docs'
        ? entries.find((each) => `#${anchorOf.operation(each.id)}` === hash)
        : undefined
    if (entry) router.replace(addressOfDocs.operation(entry.tag, entry.id))
    // Only as the page opens.
  }, [entries, router])
  const [search, setSearch] = useState('')
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
        {found.length === 0
          ? 'No endpoint has these words. Try fewer.'
          : `${found.length} ${found.length === 1 ? 'endpoint' : 'endpoints'}`}
      </p>
      {tags.map((tag) => (
        <div key={tag}>
          <Link
            href={addressOfDocs.group(tag)}
            prefetch={false}
            className="block rounded px-1 py-0.5 font-medium outline-none hover:underline focus-visible:ring-2 focus-visible:ring-ring"
          >
            {tag}
          </Link>
          <ul>
            {found
              .filter((entry) => entry.tag === tag)
              .map((entry) => (
                <li key={entry.id}>
                  <Link
                    href={addressOfDocs.operation(tag, entry.id)}
                    prefetch={false}
                    className="flex min-h-6 gap-2 rounded px-1 py-1 text-xs text-muted-foreground outline-none hover:bg-accent hover:text-accent-foreground focus-visible:ring-2 focus-visible:ring-ring"
                  >
                    <span className="w-12 shrink-0 font-mono">{entry.method}</span>
                    <span className="min-w-0 break-words">{entry.summary.replaceAll('`', '')}</span>
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
      <Link
        href="/docs/schemas"
        prefetch={false}
        className="block rounded px-1 py-0.5 font-medium outline-none hover:underline focus-visible:ring-2 focus-visible:ring-ring"
      >
        Schemas
      </Link>
    </nav>
  )
}
