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

/** With pictures that are in the HTML itself; nothing is loaded from elsewhere. */
const withPictures = {
  ...options,
  ALLOWED_TAGS: [...options.ALLOWED_TAGS, 'img'],
  ALLOWED_ATTR: [...options.ALLOWED_ATTR, 'src', 'alt'],
}

/** Removes pictures that would be loaded from an address. */
function keepOwnPictures(fragment: DocumentFragment): DocumentFragment {
  for (const picture of fragment.querySelectorAll('img'))
    if (!/^data:image\/(?:png|jpeg);base64,/.test(picture.getAttribute('src') ?? ''))
      picture.remove()
  return fragment
}

/** React leaves what the server drew. It is one object: another one would empty the element again. */
const ofServer = { __html: '' }

/** Whether an element already has this content: it keeps its selection and its focus. */
function hasContent(element: HTMLElement, content: DocumentFragment): boolean {
  const copy = document.createElement('div')
  copy.append(content.cloneNode(true))
  return copy.innerHTML === element.innerHTML
}

type Props = { html: string; className?: string; pictures?: boolean }

/**
 * HTML of people or systems, sanitized by DOMPurify in the browser before it enters the page. The
 * server sanitizes by the same list.
 */
export function SafeHtml({ html, className, pictures = false }: Props) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current: place } = element
    const clean = keepOwnPictures(DOMPurify.sanitize(html, pictures ? withPictures : options))
    if (place && !hasContent(place, clean)) place.replaceChildren(clean)
  }, [html, pictures])
  return (
    <div
      ref={element}
      className={className}
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- it is empty
      dangerouslySetInnerHTML={ofServer}
    />
  )
}
