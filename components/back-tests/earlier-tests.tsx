import { formatInstant } from '#components/shared/display/format'
import { cn } from '#components/ui/cn'
import type { BackTestSummary } from '#lib/contracts/workflows/back-tests'
import { countOf } from '#lib/domain/count-of'
import { shortResult } from './short-result.ts'
import { testedWords } from './test-status.tsx'

const itemClass = cn(
  'w-full rounded-md border px-3 py-2 text-left text-sm outline-none hover:bg-accent/40',
  'focus-visible:ring-2 focus-visible:ring-ring aria-[current]:border-primary',
  'aria-[current]:bg-primary/5',
)

type Props = {
  tests: BackTestSummary[]
  shown: string | undefined
  onShow(id: string): void
}

/** The back-tests of the workflow that are kept, the newest first. */
export function EarlierTests({ tests, shown, onShow }: Props) {
  if (tests.length < 2) return null
  return (
    <section aria-label="Back-tests" className="space-y-2">
      <h2 className="text-sm font-semibold">Back-tests</h2>
      <ul className="space-y-1.5">
        {tests.map((test) => (
          <li key={test.id}>
            <button
              type="button"
              aria-current={test.id === shown ? 'true' : undefined}
              className={itemClass}
              onClick={() => onShow(test.id)}
            >
              <span className="block font-medium">
                {testedWords(test)}, {countOf(test.total, 'run')}
              </span>
              <span className="block text-xs text-muted-foreground">{shortResult(test)}</span>
              <span className="block text-xs text-muted-foreground">
                {formatInstant(test.startedAt)}, {test.startedBy}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
