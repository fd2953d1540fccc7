'use client'

import { CheckIcon, CopyIcon } from 'lucide-react'
import { useRef } from 'react'
import { useFormTexts } from '#components/forms/texts'
import { Button } from '#components/ui/input/button'
import { useCopy } from './use-copy.ts'

const boxClass =
  'max-h-80 overflow-auto rounded-md bg-muted p-3 text-sm whitespace-pre-wrap wrap-anywhere'

type Props = { text: string; title?: string }

/** What a person typed and cannot send any more, to read and to copy. */
export function TypedText({ text, title }: Props) {
  const words = useFormTexts()
  const shown = useRef<HTMLPreElement>(null)
  const { copied, copy } = useCopy(text, shown, words.text('copy.refused'))
  return (
    <section className="space-y-3 rounded-lg border bg-card p-5" aria-label={words.text('typed')}>
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-sm font-semibold">{title ?? words.text('typed.still')}</h2>
          <p className="text-sm text-muted-foreground">{words.text('typed.why')}</p>
        </div>
        <Button type="button" variant="outline" size="sm" onClick={() => void copy()}>
          {copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
          {words.text(copied ? 'thanks.copied' : 'typed.copy')}
        </Button>
        <span role="status" className="sr-only">
          {copied ? words.text('thanks.copied') : ''}
        </span>
      </div>
      <pre ref={shown} tabIndex={0} className={boxClass}>
        {text}
      </pre>
    </section>
  )
}
