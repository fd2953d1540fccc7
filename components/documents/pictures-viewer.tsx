'use client'

import { useState } from 'react'
import { Enlarged, PageFrame, Turned } from './page-frame.tsx'
import { PagePicture } from './page-picture.tsx'

type Picture = { width: number; height: number; png: string }

type Props = {
  fileName: string
  /** The pages as PNG in Base64, in order. */
  pages: Picture[]
  className?: string
}

/** Shows pages that came with an answer, such as those of a PDF that is not stored. */
export function PicturesViewer({ fileName, pages, className }: Props) {
  const [wanted, setPage] = useState(1)
  const number = Math.min(wanted, pages.length)
  const page = pages[number - 1]
  if (!page) return null
  return (
    <PageFrame
      fileName={fileName}
      page={number}
      count={pages.length}
      drawn
      hasText={false}
      onPage={setPage}
      className={className}
    >
      {({ label, zoom, turn }) => (
        <Enlarged zoom={zoom}>
          <Turned turn={turn} width={page.width} height={page.height}>
            <PagePicture
              source={`data:image/png;base64,${page.png}`}
              page={number}
              width={page.width}
              height={page.height}
              label={label}
              highlights={[]}
            />
          </Turned>
        </Enlarged>
      )}
    </PageFrame>
  )
}
