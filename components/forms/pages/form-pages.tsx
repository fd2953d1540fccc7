'use client'

import { CheckIcon } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { FieldDescription } from '../help/field-description.tsx'
import { useFormTexts } from '../texts.ts'
import type { PagesState } from './pages-context.ts'

type Property = { name: string; content: ReactNode; hidden: boolean }
type Props = { pages: PagesState; properties: Property[] }

function Progress({ pages: { pages, current, goTo } }: { pages: PagesState }) {
  const { text } = useFormTexts()
  return (
    <nav aria-label={text('pages')}>
      <p className="text-sm text-muted-foreground @lg:hidden">
        {text('page.of', { number: current + 1, count: pages.length })}
      </p>
      <ol className="hidden flex-wrap gap-x-5 gap-y-2 @lg:flex">
        {pages.map(({ title }, index) => {
          const isCurrent = index === current
          const isDone = index < current
          const mark = isDone ? <CheckIcon aria-hidden className="size-3.5" /> : index + 1
          const look = isCurrent
            ? 'border-primary bg-primary text-primary-foreground'
            : 'border-input'
          const inner = (
            <>
              <span
                className={`grid size-6 place-items-center rounded-full border text-xs ${look}`}
              >
                {mark}
              </span>
              {title}
            </>
          )
          return (
            <li key={index} {...(isCurrent ? { 'aria-current': 'step' as const } : {})}>
              {isDone ? (
                <button
                  type="button"
                  className="flex min-h-6 items-center gap-2 rounded text-sm outline-none hover:underline focus-visible:ring-2 focus-visible:ring-ring"
                  onClick={() => goTo(index)}
                >
                  {inner}
                </button>
              ) : (
                <span
                  className={`flex min-h-6 items-center gap-2 text-sm ${isCurrent ? 'font-medium' : 'text-muted-foreground'}`}
                >
                  {inner}
                </span>
              )}
            </li>
          )
        })}
      </ol>
      <div aria-hidden className="mt-2 h-1 rounded-full bg-muted @lg:hidden">
        <div
          className="h-1 rounded-full bg-primary"
          style={{ width: `${((current + 1) / pages.length) * 100}%` }}
        />
      </div>
    </nav>
  )
}

/**
 * The fields of a form on pages. The other pages stay in the document, hidden, so that their
 * uploads go on and nothing typed is lost.
 */
export function FormPages({ pages: state, properties }: Props) {
  const { pages, current } = state
  const { text } = useFormTexts()
  const title = useRef<HTMLHeadingElement>(null)
  const before = useRef(current)
  useEffect(() => {
    if (before.current === current) return
    before.current = current
    title.current?.focus()
    title.current?.scrollIntoView({ block: 'start' })
  }, [current])
  const byName = new Map(properties.map((property) => [property.name, property]))
  return (
    <div className="@container space-y-5">
      <Progress pages={state} />
      {pages.map((page, index) => (
        <section key={index} hidden={index !== current} className="space-y-4">
          <header className="space-y-1">
            <h2
              ref={index === current ? title : null}
              tabIndex={-1}
              className="scroll-mt-6 text-lg font-semibold outline-none"
            >
              {page.title}
              <span className="sr-only">
                {text('page.title', { number: index + 1, count: pages.length })}
              </span>
            </h2>
            {page.description ? <FieldDescription text={page.description} /> : null}
          </header>
          {page.fields.map((name) => {
            const property = byName.get(name)
            return property && !property.hidden ? <div key={name}>{property.content}</div> : null
          })}
        </section>
      ))}
    </div>
  )
}
