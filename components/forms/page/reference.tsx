import { CheckIcon, CopyIcon, PrinterIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { copyText, selectShown } from '#components/copy/copy-text'
import { Button } from '#components/ui/input/button'
import { useFormTexts } from '../texts.ts'

/** The sentence with the reference, which is set off to be quoted, and ways to keep it. */
export function Reference({ reference }: { reference: string }) {
  const { text } = useFormTexts()
  const shown = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState(false)
  const [before = '', after = ''] = text('thanks.reference').split('{reference}')
  const copy = async () => {
    const done = await copyText(reference)
    setCopied(done)
    if (!done && shown.current) selectShown(shown.current)
  }
  return (
    <div className="space-y-3">
      <p className="text-muted-foreground">
        {before}
        <code ref={shown} dir="ltr" className="font-semibold whitespace-nowrap text-foreground">
          {reference}
        </code>
        {after}
      </p>
      <p className="flex flex-wrap justify-center gap-2 print:hidden">
        <Button type="button" variant="outline" size="sm" onClick={() => void copy()}>
          {copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
          {text(copied ? 'thanks.copied' : 'thanks.copy')}
        </Button>
        <Button type="button" variant="outline" size="sm" onClick={() => window.print()}>
          <PrinterIcon aria-hidden /> {text('thanks.print')}
        </Button>
      </p>
      <p role="status" className="sr-only">
        {copied ? text('thanks.copied') : ''}
      </p>
    </div>
  )
}
