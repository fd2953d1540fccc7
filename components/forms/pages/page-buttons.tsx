'use client'

import { ArrowLeftIcon, ArrowRightIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/input/button'
import { useFormTexts } from '../texts.ts'
import type { PagesState } from './pages-context.ts'

type Props = { pages: PagesState | null; disabled: boolean; children: ReactNode }

/** Below the fields: back and on to the next page; on the last page what sends the form. */
export function PageButtons({ pages, disabled, children }: Props) {
  const { text } = useFormTexts()
  if (!pages) return children
  const { current, goTo } = pages
  const isLast = current === pages.pages.length - 1
  return (
    <div className="flex flex-wrap items-center gap-3">
      {current > 0 ? (
        <Button
          type="button"
          variant="outline"
          disabled={disabled}
          onClick={() => goTo(current - 1)}
        >
          <ArrowLeftIcon aria-hidden className="rtl:-scale-x-100" /> {text('page.back')}
        </Button>
      ) : null}
      {isLast ? (
        children
      ) : (
        <Button type="submit" disabled={disabled}>
          {text('page.next')} <ArrowRightIcon aria-hidden className="rtl:-scale-x-100" />
        </Button>
      )}
    </div>
  )
}
