'use client'

import DOMPurify, { type Config } from 'dompurify'
import { useEffect, useRef } from 'react'
import { allowedHtml } from '#lib/domain/allowed-html'

const { allowedTags, allowedAttributes, allowedSchemes } = allowedHtml

/** Addresses with an allowed scheme, and those of this site, without a scheme and a host. */
const allowedAddress = new RegExp(
  `^(?![/\\\\]{2})(?:(?:${allowedSchemes.join('|')}):|[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))`,
  'i',
)

const options = {
  RETURN_DOM_FRAGMENT: true,
  ALLOWED_TAGS: allowedTags,
  ALLOWED_ATTR: Object.values(allowedAttributes).flat(),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: allowedAddress,
} satisfies Config

/**
 * HTML of people or systems, sanitized by DOMPurify in the browser before it enters the page. The
 * server sanitizes by the same list.
 */
export function SafeHtml({ html, className }: { html: string; className?: string }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    element.current?.replaceChildren(DOMPurify.sanitize(html, options))
  }, [html])
  return <div ref={element} className={className} />
}
