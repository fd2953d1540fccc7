import { ChevronDownIcon, ChevronUpIcon, XIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Input } from '#components/ui/input/input'
import { Tool } from './tool.tsx'
import type { FileSearch } from './use-file-search.ts'

function foundWords({ words, count, at, more, isSearching, failure }: FileSearch): string {
  if (failure) return failure
  if (isSearching) return 'Searching…'
  if (words === '') return ''
  return count === 0 ? 'Not found' : `${at + 1} of ${count}${more ? '+' : ''}`
}

/** Words to find in a document, and the way from one place to the next. */
export function SearchBar({ search }: { search: FileSearch }) {
  const [typed, setTyped] = useState(search.words)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [search.opened])
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') search.close()
    if (event.key !== 'Enter') return
    // Not the form around a page that stands in one.
    event.preventDefault()
    if (typed.trim() !== search.words) search.find(typed)
    else search.step(event.shiftKey ? -1 : 1)
  }
  return (
    <div
      role="search"
      className="flex flex-wrap items-center gap-1 border-b bg-background px-2 py-1 print:hidden"
    >
      <div className="min-w-32 flex-1">
        <Input
          ref={input}
          type="search"
          aria-label="Words to find"
          placeholder="Words to find, then Enter"
          className="h-8"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <span role="status" className="px-1 text-sm text-muted-foreground tabular-nums">
        {foundWords(search)}
      </span>
      <Tool
        label="Previous place"
        icon={ChevronUpIcon}
        disabled={search.count === 0}
        onClick={() => search.step(-1)}
      />
      <Tool
        label="Next place"
        icon={ChevronDownIcon}
        disabled={search.count === 0}
        onClick={() => search.step(1)}
      />
      <Tool label="Close the search" icon={XIcon} onClick={search.close} />
    </div>
  )
}
