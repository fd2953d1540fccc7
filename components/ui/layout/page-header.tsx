'use client'

import type { ReactNode } from 'react'
import { useHeadingFocus } from './use-heading-focus.ts'

/** The heading of a page, with its actions at the right. It gets the focus of who navigates here. */
export function PageHeader({
  title,
  description,
  children,
}: {
  title: string
  description?: string
  children?: ReactNode
}) {
  const heading = useHeadingFocus()
  return (
    <header className="flex flex-wrap items-start gap-3">
      <div className="min-w-0 flex-1 basis-60 space-y-1">
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-2xl font-semibold tracking-tight wrap-anywhere outline-none"
        >
          {title}
        </h1>
        {description ? <p className="text-sm text-muted-foreground">{description}</p> : null}
      </div>
      {children ? <div className="flex flex-wrap items-center gap-2">{children}</div> : null}
    </header>
  )
}
