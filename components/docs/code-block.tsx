import { CopyButton } from './copy-button.tsx'

/** Text as it is written, with a button that copies it. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className="relative">
      <pre tabIndex={0} aria-label={label} className="max-h-96 overflow-auto rounded-lg border bg-muted p-3 pr-10 font-mono text-xs whitespace-pre outline-none focus-visible:ring-2 focus-visible:ring-ring">
        {text}
      </pre>
      <div className="absolute top-1.5 right-1.5">
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
    </div>
  )
}
