import { Fragment, useMemo } from 'react'
import { blocksOf, type Piece } from './markdown-text.ts'

function Pieces({ pieces }: { pieces: Piece[] }) {
  return pieces.map((piece, index) => <Marked key={index} piece={piece} />)
}

function Marked({ piece }: { piece: Piece }) {
  if (piece.kind === 'text') return <Fragment>{piece.text}</Fragment>
  const inner = <Pieces pieces={piece.pieces} />
  if (piece.kind === 'link')
    return (
      // In a tab of its own: what was typed stays.
      <a
        href={piece.href}
        target="_blank"
        rel="noopener noreferrer"
        className="text-primary underline"
      >
        {inner}
      </a>
    )
  if (piece.kind === 'strong') return <strong className="text-foreground">{inner}</strong>
  if (piece.kind === 'em') return <em>{inner}</em>
  return <code className="rounded bg-muted px-1">{inner}</code>
}

/** A help text in Markdown. */
export function FieldDescription({ text }: { text: string }) {
  const blocks = useMemo(() => blocksOf(text), [text])
  return (
    <div className="space-y-1 text-xs leading-relaxed wrap-anywhere text-muted-foreground">
      {blocks.map((block, index) => {
        if (block.kind === 'paragraph')
          return (
            <p key={index} className="whitespace-pre-line">
              <Pieces pieces={block.pieces} />
            </p>
          )
        const List = block.ordered ? 'ol' : 'ul'
        return (
          <List key={index} className={`ps-4 ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
            {block.items.map((item, at) => (
              <li key={at}>
                <Pieces pieces={item} />
              </li>
            ))}
          </List>
        )
      })}
    </div>
  )
}
