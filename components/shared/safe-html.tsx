'use client'

import DOMPurify from 'dompurify'
import { useEffect, useRef } from 'react'

/**
 * HTML that came from people or systems, cleaned by DOMPurify in the browser before it enters the
 * page; no scripts, styles, forms or frames.
 */
export function SafeHtml({ html, className }: { html: string; className?: string }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    element.current?.replaceChildren(
      DOMPurify.sanitize(html, {
        RETURN_DOM_FRAGMENT: true,
        FORBID_TAGS: ['style', 'form', 'input', 'iframe', 'img'],
        FORBID_ATTR: ['style'],
      }),
    )
  }, [html])
  return <div ref={element} className={className} />
}
