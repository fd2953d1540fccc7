'use client'

import { ListFilterIcon } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { cn } from '#components/ui/cn'
import { Button } from '#components/ui/input/button'
import { FilterCount } from './filter-count.tsx'
import { ShowAll } from './show-all.tsx'

type Props = {
  /** The filter that is needed most, usually the search; it is always there. */
  first: ReactNode
  /** How many of the others narrow the list. */
  count: number
  /** Whether anything narrows the list. */
  isFiltered: boolean
  clear(): void
  /** The other filters. */
  children: ReactNode
}

/**
 * What a list can be narrowed to. A narrow page shows the list first: there, all but the first filter
 * stand behind a button that says how many of them are in use.
 */
export function ListFilters({ first, count, isFiltered, clear, children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <search className="flex flex-wrap items-end gap-3">
      {first}
      <Button
        variant="outline"
        className="lg:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <ListFilterIcon aria-hidden /> {isOpen ? 'Fewer filters' : 'More filters'}
        <FilterCount count={count} />
      </Button>
      <div id={id} className={cn('contents', isOpen ? '' : 'max-lg:hidden')}>
        {children}
      </div>
      {isFiltered ? <ShowAll onClick={clear} /> : null}
    </search>
  )
}
