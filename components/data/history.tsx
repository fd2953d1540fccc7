'use client'

import { Age } from '#components/shared/display/age'
import { Button } from '#components/ui/input/button'
import { cn } from '#components/ui/cn'
import type { Entry } from './use-history.ts'

type Props = { entries: Entry[]; onChoose(query: string): void; onClear(): void }

const entryClass = cn(
  'w-full space-y-0.5 rounded-md px-1.5 py-1 text-left outline-none hover:bg-accent/60',
  'focus-visible:ring-2 focus-visible:ring-ring',
)

/** The person's own statements; choosing one puts it back into the editor. */
export function History({ entries, onChoose, onClear }: Props) {
  return (
    <div className="space-y-2">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 text-sm font-semibold">History</h2>
        {entries.length > 0 ? (
          <Button variant="ghost" size="sm" className="h-7 px-2 text-xs" onClick={onClear}>
            Clear
          </Button>
        ) : null}
      </div>
      {entries.length === 0 ? (
        <p className="text-sm text-muted-foreground">
          Your statements appear here, until you close this tab.
        </p>
      ) : (
        <ul className="space-y-1">
          {entries.map(({ query, at, outcome, failed }) => (
            <li key={at}>
              <button
                type="button"
                title={query}
                onClick={() => onChoose(query)}
                className={entryClass}
              >
                <span className="block truncate font-mono text-[13px]">
                  {query.replace(/\s+/g, ' ')}
                </span>
                <span className="block text-xs text-muted-foreground">
                  <Age at={at} /> ·{' '}
                  <span className={failed ? 'text-destructive' : ''}>{outcome}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
