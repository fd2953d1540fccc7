'use client'

import { partAtTouch } from '../loading/part-at-touch.tsx'
import { partLater } from '../loading/part-later.tsx'

type Props = { text: string }

const loadText = async () => (await import('./markdown-text.tsx')).MarkdownText

/** The server draws the text; a browser that draws it itself sanitizes it itself. */
const Drawn = partAtTouch<Props>(
  async () =>
    typeof window === 'undefined'
      ? (await import('./markdown-on-server.tsx')).MarkdownOnServer
      : await loadText(),
  null,
)
const Long = partLater<Props>(loadText)

/** What the server draws while others wait for it. */
const maxDrawn = 20_000

/** Markdown of customers as safe HTML. Its program is loaded at the first touch (`partAtTouch`). */
export const Markdown = ({ text }: Props) =>
  text.length > maxDrawn ? <Long text={text} /> : <Drawn text={text} />
