'use client'

import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { Fact, Facts } from '#components/shared/display/facts'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import type { LetterPreview } from '#lib/contracts/integrations/letter-preview'
import { countOf } from '#lib/domain/count-of'
import { letterServiceTitles } from '#lib/domain/provider/letter-words'
import { PrintPage } from './print-page.tsx'

function paperOf({ pages, sheets, doubleSided, color }: LetterPreview): string {
  if (pages === null || sheets === null) return 'not known'
  const sides = doubleSided ? 'both sides' : 'one side'
  const ink = color ? 'color' : 'black and white'
  return `${countOf(pages, 'page')} on ${countOf(sheets, 'sheet')}, ${sides}, ${ink}`
}

function frontOf({ frontSheet, frontSheetCharged }: LetterPreview['template']): string | null {
  if (frontSheet === 'none') return null
  const what = frontSheet === 'certified_sheet' ? 'the certified mail sheet' : 'an address page'
  return `${what}, ${frontSheetCharged ? 'which is charged' : 'not charged'}`
}

const costOf = ({ cost, provider }: LetterPreview): string =>
  cost
    ? `${cost.amount} ${cost.currency}. ${cost.note}`
    : `${provider} names no price before it sends`

function Summary({ preview }: { preview: LetterPreview }) {
  const front = frontOf(preview.template)
  return (
    <Facts>
      <Fact name="Through">{preview.connection}</Fact>
      <Fact name="Paper">{paperOf(preview)}</Fact>
      {front ? <Fact name="In front">{front}</Fact> : null}
      <Fact name="Service">{letterServiceTitles[preview.extraService]}</Fact>
      <Fact name="Cost">{costOf(preview)}</Fact>
    </Facts>
  )
}

function Verdict({ issues }: Pick<LetterPreview, 'issues'>) {
  if (issues.length === 0)
    return (
      <Alert>
        <AlertTitle>It can be printed like this.</AlertTitle>
      </Alert>
    )
  return (
    <Alert variant="destructive">
      <AlertTitle>This letter would be refused</AlertTitle>
      <AlertDescription>
        <ul className="list-disc space-y-1 pl-4">
          {issues.map(({ path, message }) => (
            <li key={`${path} ${message}`}>{message}</li>
          ))}
        </ul>
      </AlertDescription>
    </Alert>
  )
}

const square = 'mt-1 size-3 shrink-0 rounded-xs border'

/** What the marks on the first page mean. */
function Legend({ template }: Pick<LetterPreview, 'template'>) {
  const { recipientWindow, covered, margin, published } = template
  if (!recipientWindow)
    return template.frontSheet === 'none' ? (
      <p className="text-xs text-muted-foreground">
        Where the provider prints the address is not published.
      </p>
    ) : null
  return (
    <ul className="space-y-1 text-xs text-muted-foreground">
      <li className="flex gap-2">
        <span className={`${square} border-dashed border-sky-700 bg-sky-100`} aria-hidden />
        {published
          ? 'Seen through the windows of the envelope'
          : 'Windows of a usual envelope; the provider publishes no numbers'}
      </li>
      {covered ? (
        <li className="flex gap-2">
          <span className={`${square} border-red-700 bg-red-200`} aria-hidden />
          Printed over with white for the address and its barcode: leave it empty
        </li>
      ) : null}
      {margin > 0 ? (
        <li className="flex gap-2">
          <span className={`${square} border-dotted border-neutral-500`} aria-hidden />
          Margin: nothing can be printed outside of it
        </li>
      ) : null}
    </ul>
  )
}

/** "Sheet 2, back" for a page; the sheet in front is page 0. */
function sideOf(page: number, { doubleSided, template }: LetterPreview): string {
  const before = template.frontSheet === 'none' ? 0 : 1
  if (page === 0) return 'Sheet 1, added by the provider'
  if (!doubleSided) return `Sheet ${page + before}`
  return `Sheet ${Math.ceil(page / 2) + before}, ${page % 2 === 1 ? 'front' : 'back'}`
}

const turns: Record<string, -1 | 1> = { PageDown: 1, PageUp: -1 }

function Pages({ preview }: { preview: LetterPreview }) {
  const first = preview.template.frontSheet === 'none' ? 1 : 0
  const last = preview.pages ?? 1
  const [page, setPage] = useState(first)
  const turn = (by: -1 | 1) => setPage(Math.min(last, Math.max(first, page + by)))
  const onKeyDown = (event: KeyboardEvent) => {
    const by = turns[event.key]
    if (!by) return
    event.preventDefault()
    turn(by)
  }
  return (
    <section aria-label="The letter as printed" className="flex min-h-0 flex-col gap-2">
      <div className="flex items-center gap-1">
        <Button
          variant="outline"
          size="icon-sm"
          aria-label="Previous page"
          disabled={page <= first}
          onClick={() => turn(-1)}
        >
          <ChevronLeftIcon aria-hidden />
        </Button>
        <Button
          variant="outline"
          size="icon-sm"
          aria-label="Next page"
          disabled={page >= last}
          onClick={() => turn(1)}
        >
          <ChevronRightIcon aria-hidden />
        </Button>
        <p role="status" className="px-2 text-sm">
          {page === 0 ? '' : `Page ${page} of ${last}. `}
          {sideOf(page, preview)}
        </p>
      </div>
      <div
        role="group"
        aria-label="Page up and page down turn the pages."
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-auto rounded-md bg-muted p-3 outline-none focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-inset"
      >
        <PrintPage preview={preview} page={page} />
      </div>
    </section>
  )
}

/** A letter as it is printed: what it is, what would be refused, and its pages with the windows. */
export function LetterPrint({ preview }: { preview: LetterPreview }) {
  return (
    <div
      data-print
      className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto md:grid-cols-[17rem_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)] md:overflow-hidden"
    >
      <div className="space-y-4 md:overflow-y-auto md:pr-1">
        <Verdict issues={preview.issues} />
        <Summary preview={preview} />
        <Legend template={preview.template} />
      </div>
      {preview.pages === null ? null : <Pages preview={preview} />}
    </div>
  )
}
