'use client'

import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Alert, AlertDescription } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { Segmented } from '#components/ui/input/segmented'
import { useMediaQuery } from '#components/ui/use-media-query'
import { cn } from '#components/ui/cn'
import type { CitedPlace, DocumentAnswer } from '#lib/domain/ask/answer'
import { readWords } from '../read-words.ts'
import { fieldFacts } from './field-facts.ts'
import { ReviewContext, type ReviewState } from './review-context.ts'
import { ReviewField } from './review-field.tsx'
import { focusNamed, focusOpen, reviewKey } from './review-keys.ts'
import { BackToField, ReviewPages } from './review-pages.tsx'

type Data = Record<string, unknown>
type Fields = { SchemaField: typeof ReviewField }
type Props = {
  answer: DocumentAnswer
  data: Data
  disabled: boolean
  onChange(data: Data): void
  /** The form, drawn with these fields. */
  children(fields: Fields): ReactNode
}
type Pane = 'fields' | 'document'

const fields: Fields = { SchemaField: ReviewField }
const panes = { fields: 'Fields', document: 'Document' } as const

/** Where the person is: at which field, which place is shown, what they found right. */
function useReview({ answer, data, disabled, onChange }: Props) {
  const byName = useMemo(
    () => new Map(answer.fields.map((field) => [field.name, field])),
    [answer.fields],
  )
  const firstPlace = answer.fields.find(({ places }) => places.length > 0)?.places[0]
  const [chosen, setChosen] = useState<ReviewState['chosen']>()
  const [shown, setShown] = useState(firstPlace)
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  const [pane, setPane] = useState<Pane>('fields')
  const look = (name: string, place: CitedPlace | undefined) => {
    // A copy, so that the same place is scrolled to again.
    const copy = place && { ...place }
    setChosen({ name, place: copy })
    if (copy) setShown(copy)
  }
  const state: ReviewState = {
    fields: byName,
    data,
    chosen,
    settled,
    hasSeveralFiles: answer.files.length > 1,
    disabled,
    enter: (name) => {
      if (name !== chosen?.name) look(name, byName.get(name)?.places[0])
    },
    show: (name, place) => {
      look(name, place)
      setPane('document')
    },
    settle: (name) => setSettled(new Set([...settled, name])),
    fill: (name, value) => onChange({ ...data, [name]: value }),
  }
  return { state, shown, pane, setPane }
}

type HeadProps = { answer: DocumentAnswer; open: number; onNext(): void }

/** How much is left to look at, and what must be known about the answer. */
function Head({ answer, open, onNext }: HeadProps) {
  const count = answer.fields.length
  return (
    <div className="space-y-3">
      {answer.note ? (
        <Alert variant="warning">
          <AlertDescription>{answer.note}</AlertDescription>
        </Alert>
      ) : null}
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 space-y-0.5">
          <p className="text-sm font-semibold" role="status">
            {open === 0 ? 'Nothing stands out any more' : `${open} of ${count} to look at`}
          </p>
          <p className="text-xs text-muted-foreground">{readWords(answer)}</p>
        </div>
        {open > 0 ? (
          <Button type="button" variant="outline" size="sm" aria-keyshortcuts="F8" onClick={onNext}>
            Next to look at
            <kbd className="hidden font-mono text-xs text-muted-foreground md:inline" aria-hidden>
              F8
            </kbd>
          </Button>
        ) : null}
      </div>
    </div>
  )
}

const keyWords: [string, string][] = [
  ['Enter', 'next field'],
  ['F8', 'next to look at'],
  ['F2', 'to its place and back'],
  ['Ctrl Enter', 'complete'],
]

function Keys() {
  return (
    <p className="mt-3 hidden flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground md:flex">
      {keyWords.map(([key, act]) => (
        <span key={key} className="whitespace-nowrap">
          <kbd className="rounded border bg-muted px-1 font-mono">{key}</kbd> {act}
        </span>
      ))}
    </p>
  )
}

const layoutClass = cn(
  'grid grid-cols-[minmax(0,1fr)] gap-4',
  'xl:grid-cols-[minmax(0,1fr)_minmax(24rem,32rem)] xl:items-start',
)
const documentClass = cn(
  'flex flex-col gap-2 bg-background outline-none max-md:h-[calc(100dvh-13rem)]',
  'md:sticky md:top-0 md:z-10 md:h-[45dvh] md:py-2',
  'xl:h-[calc(100dvh-2rem)] xl:py-4',
)

/** A control that gets the focus is not hidden below the pages, which stand above the form. */
const unhiddenClass = cn(
  'md:[&_:is(input,select,textarea,button)]:scroll-mt-[50dvh]',
  'xl:[&_:is(input,select,textarea,button)]:scroll-mt-8',
)

/** How the keyboard goes from the form to the document and back, and where the focus is then. */
function useCrossing(review: ReturnType<typeof useReview>, isPhone: boolean) {
  const { state, pane, setPane } = review
  const form = useRef<HTMLElement>(null)
  const pages = useRef<HTMLElement>(null)
  // The form, and with it the focus, has just gone.
  useEffect(() => {
    if (isPhone && pane === 'document') pages.current?.focus()
  }, [isPhone, pane])
  const back = () => {
    setPane('fields')
    const name = state.chosen?.name
    // After the form is shown again.
    if (name !== undefined)
      requestAnimationFrame(() => {
        if (form.current) focusNamed(form.current, name)
      })
  }
  const cross = () => {
    if (pages.current?.contains(document.activeElement)) return back()
    if (isPhone) setPane('document')
    pages.current?.querySelector<HTMLElement>('[data-viewer-scroll]')?.focus()
  }
  const keys = {
    onKeyDown: (event: KeyboardEvent) => reviewKey(event, { form: () => form.current, cross }),
  }
  return { form, pages, back, keys }
}

/**
 * A person checks what was found in documents: the pages with the place of the field that they are
 * at, beside the form. Narrow pages have the document above, phones have one of the two.
 */
export function Review(props: Props) {
  const { answer, children } = props
  const review = useReview(props)
  const { state, shown, pane, setPane } = review
  const isPhone = useMediaQuery('(max-width: 767px)', false)
  const { form, pages, back, keys } = useCrossing(review, isPhone)
  const places = useMemo(() => answer.fields.flatMap((field) => field.places), [answer.fields])
  const open = answer.fields.filter((field) => fieldFacts(field, state).isOpen).length
  const title = state.chosen && state.fields.get(state.chosen.name)?.title
  const formClass = cn(
    'space-y-4 rounded-lg border bg-card p-4 xl:my-4',
    unhiddenClass,
    isPhone && pane === 'document' ? 'hidden' : '',
  )
  const next = () => form.current && focusOpen(form.current, 1)
  return (
    <ReviewContext value={state}>
      <div className={layoutClass} {...keys}>
        <div className="md:hidden">
          <Segmented label="What is shown" value={pane} options={panes} onChange={setPane} />
        </div>
        {isPhone && pane === 'fields' ? null : (
          <section ref={pages} aria-label="Document" tabIndex={-1} className={documentClass}>
            <ReviewPages answer={answer} place={shown} places={places} />
            {isPhone ? <BackToField title={title} onBack={back} /> : null}
          </section>
        )}
        <section ref={form} aria-label="Your answer" className={formClass}>
          <Head answer={answer} open={open} onNext={next} />
          {children(fields)}
          <Keys />
        </section>
      </div>
    </ReviewContext>
  )
}
