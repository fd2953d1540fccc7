import { Fragment } from 'react'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'

const marks = /(\*\*[^*]+\*\*|`[^`]+`)/

/** Our own descriptions: paragraphs, tables, `code` and **strong**, nothing else. */
export function Prose({ text, className }: { text: string; className?: string }) {
  return (
    <div className={className ?? 'space-y-2 text-sm'}>
      {text.split(/\n\n+/).map((paragraph, index) =>
        paragraph.startsWith('| ') ? (
          <MarkedTable key={index} text={paragraph} />
        ) : (
          <p key={index} className="max-w-prose break-words">
            <Inline text={paragraph} />
          </p>
        ),
      )}
    </div>
  )
}

/** A table as Markdown writes it: a line of names, a line of dashes, then the rows. */
function MarkedTable({ text }: { text: string }) {
  const [names = [], , ...rows] = text.split('\n').map((line) =>
    line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim()),
  )
  return (
    <Table label={`Table of ${names.find(Boolean) ?? 'values'}s`}>
      <TableHeader>
        <TableRow>
          {names.map((name, index) => (
            <TableHead key={index}>
              {name || <span className="sr-only">Description</span>}
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows.map((cells, row) => (
          <TableRow key={row}>
            {cells.map((cell, index) => (
              <TableCell key={index} className={index === 0 ? 'font-mono text-xs' : ''}>
                <Inline text={cell} />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** A line of a description: `code`, **strong**, and text. */
export function Inline({ text }: { text: string }) {
  return text.split(marks).map((part, index) => {
    if (part.startsWith('**')) return <strong key={index}>{part.slice(2, -2)}</strong>
    if (part.startsWith('`'))
      return (
        <code key={index} className="rounded bg-muted px-1 font-mono text-[0.9em] break-words">
          {part.slice(1, -1)}
        </code>
      )
    return <Fragment key={index}>{part}</Fragment>
  })
}
