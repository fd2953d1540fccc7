'use client'

import { Columns3Icon } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#components/ui/input/button'
import { Checkbox } from '#components/ui/input/checkbox'
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/overlay/popover'
import { inboxColumns, type InboxColumn } from '#lib/domain/run/inbox-words'
import type { InboxFiltersState } from '../list/use-inbox-filters.ts'

const titles: Record<InboxColumn, string> = {
  screen: 'Screen',
  priority: 'Priority',
  due: 'Due',
  with: 'With',
  waiting: 'Waiting',
}

/** Which columns the table shows. */
export function ColumnsMenu({ hidden, hide }: Pick<InboxFiltersState, 'hidden' | 'hide'>) {
  const id = useId()
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="outline" size="icon" aria-label="Columns" title="Columns">
          <Columns3Icon aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-48 space-y-2 p-3" aria-label="Columns">
        {inboxColumns.map((column) => (
          <label
            key={column}
            htmlFor={`${id}-${column}`}
            className="flex items-center gap-2 text-sm"
          >
            <Checkbox
              id={`${id}-${column}`}
              checked={!hidden.includes(column)}
              onCheckedChange={(isShown) =>
                hide(isShown ? hidden.filter((one) => one !== column) : [...hidden, column])
              }
            />
            {titles[column]}
          </label>
        ))}
      </PopoverContent>
    </Popover>
  )
}
