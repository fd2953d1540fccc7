import type { CSSProperties, ReactNode } from 'react'
import { PagePicture } from '#components/documents/page-picture'
import { cn } from '#components/ui/cn'
import { getFilePagePictureContract } from '#lib/contracts/data/file-pages'
import type { LetterPreview } from '#lib/contracts/integrations/letter-preview'
import type { Box } from '#lib/domain/document/page'
import { pathOf } from '#lib/http/client'

/** US letter, in points. */
const paper = { width: 612, height: 792 }
const part = (length: number, whole: number) => `${(length / whole) * 100}%`
const placed = ({ x, y, width, height }: Box): CSSProperties => ({
  left: part(x, paper.width),
  top: part(y, paper.height),
  width: part(width, paper.width),
  height: part(height, paper.height),
})

// The page is white in both themes, and so are these colours. Text is as large as on paper.
const windowClass =
  'absolute overflow-hidden rounded-sm border-2 border-dashed border-sky-700 ' +
  'bg-sky-100/40 px-[0.6cqw] leading-[1.25] text-sky-950'
const lineClass = 'block truncate text-[1.75cqw]'

function Window({ box, lines, name }: { box: Box | null; lines: string[] | null; name: string }) {
  if (!box) return null
  return (
    <div className={windowClass} style={placed(box)} data-window={name}>
      {(lines ?? [`${name} is printed here`]).map((line, index) => (
        <span key={index} className={lineClass}>
          {line}
        </span>
      ))}
    </div>
  )
}

/** What the provider puts on a first page: its white box, the windows, and its margin. */
function Zones({ preview }: { preview: LetterPreview }) {
  const { template, coveredWords, toLines, fromLines } = preview
  const { margin, covered, recipientWindow, senderWindow } = template
  const inner = {
    x: margin,
    y: margin,
    width: paper.width - 2 * margin,
    height: paper.height - 2 * margin,
  }
  return (
    <div className="pointer-events-none absolute inset-0" aria-hidden>
      {margin > 0 ? (
        <div className="absolute border border-dotted border-neutral-400" style={placed(inner)} />
      ) : null}
      {covered ? (
        <div
          className="absolute border border-red-700/60 bg-red-500/10"
          style={placed(covered)}
          data-zone="covered"
        />
      ) : null}
      {coveredWords.map((box) => (
        <div
          key={`${box.x} ${box.y}`}
          className="absolute bg-red-600/40 ring-1 ring-red-700"
          style={placed(box)}
        />
      ))}
      <Window box={senderWindow} lines={fromLines} name="The sender’s address" />
      <Window box={recipientWindow} lines={toLines} name="The recipient’s address" />
    </div>
  )
}

const paperClass = '@container relative mx-auto w-full max-w-[44rem]'

function FrontSheet({ preview }: { preview: LetterPreview }) {
  const { template, toLines, fromLines } = preview
  const isCertified = template.frontSheet === 'certified_sheet'
  const title = isCertified ? 'Certified mail' : 'Address page'
  return (
    <div role="img" aria-label={`${title}, added by the provider`} className={paperClass}>
      <div
        className="grid content-start gap-[3cqw] bg-white p-[6cqw] text-[2cqw] text-neutral-800 shadow-md ring-1 ring-black/10"
        style={{ aspectRatio: `${paper.width} / ${paper.height}` }}
      >
        <Lines lines={fromLines ?? ['The sender’s address']} />
        {isCertified ? (
          <p className="font-semibold">USPS certified mail, with its barcode</p>
        ) : null}
        <Lines lines={toLines ?? ['The recipient’s address']} />
        <p className="text-neutral-600">This sheet is added by the provider.</p>
      </div>
    </div>
  )
}

function Lines({ lines }: { lines: string[] }): ReactNode {
  return (
    <p>
      {lines.map((line, index) => (
        <span key={index} className="block">
          {line}
        </span>
      ))}
    </p>
  )
}

/** One page of a letter as it is printed; page 0 is the sheet that the provider puts in front. */
export function PrintPage({ preview, page }: { preview: LetterPreview; page: number }) {
  if (page === 0) return <FrontSheet preview={preview} />
  const { fileId, fileName, pages, color } = preview
  return (
    <div className={cn(paperClass, color ? '' : '[&_img]:grayscale')}>
      <PagePicture
        source={pathOf(getFilePagePictureContract, { id: fileId, page }, { resolution: 'normal' })}
        page={page}
        {...paper}
        label={`Page ${page} of ${pages ?? 1} of ${fileName}, as printed`}
        highlights={[]}
      />
      {page === 1 ? <Zones preview={preview} /> : null}
    </div>
  )
}
