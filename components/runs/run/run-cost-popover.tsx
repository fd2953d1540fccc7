'use client'

import { CoinsIcon } from 'lucide-react'
import { dollarsInWords, wordsOfUse } from '#components/models/words-of-use'
import { formatInstant } from '#components/shared/display/format'
import { Button } from '#components/ui/input/button'
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/overlay/popover'
import type { ModelCallView, RunModelUse } from '#lib/contracts/integrations/models'

const count = new Intl.NumberFormat('en-US')

function endOf({ endedAt, error }: ModelCallView): string | null {
  if (error !== null) return `failed (${error})`
  return endedAt === null ? 'not ended; counted with the most that it may use' : null
}

function Call({ call }: { call: ModelCallView }) {
  const { step, attempt, model, prompt, inputTokens, outputTokens, dollars, begunAt } = call
  const end = endOf(call)
  return (
    <li className="px-3 py-2 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-medium wrap-anywhere">
          {step ?? 'A step'}
          {attempt > 1 ? `, attempt ${attempt}` : ''}
        </span>
        <span className="shrink-0 tabular-nums">
          {dollars === null ? 'price not known' : dollarsInWords(dollars)}
        </span>
      </p>
      <p className="text-xs text-muted-foreground wrap-anywhere">
        {`${count.format(inputTokens)} in, ${count.format(outputTokens)} out · ${model} · ${prompt}`}
      </p>
      <p className="text-xs text-muted-foreground">
        {formatInstant(begunAt)}
        {end === null ? '' : ` · ${end}`}
      </p>
    </li>
  )
}

/** What the models of a run used and cost; each call of it opens below. */
export function RunCostPopover({ used }: { used: RunModelUse }) {
  const left = used.calls - used.byCall.length
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm" className="-ml-3 h-auto min-h-7 whitespace-normal">
          <CoinsIcon aria-hidden />
          <span className="text-left text-muted-foreground">
            <span className="sr-only">Models used </span>
            {wordsOfUse(used)}
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="start"
        aria-label="Calls of models"
        className="max-h-[60vh] w-[min(28rem,calc(100vw-2rem))] overflow-y-auto p-0"
      >
        <ul className="divide-y" aria-label="Calls of models">
          {used.byCall.map((call) => (
            <Call key={call.id} call={call} />
          ))}
        </ul>
        {left > 0 ? (
          <p className="border-t px-3 py-2 text-xs text-muted-foreground">
            {`${count.format(left)} older calls are not shown; they are in the sum.`}
          </p>
        ) : null}
      </PopoverContent>
    </Popover>
  )
}
