'use client'

import { FileDownIcon } from 'lucide-react'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import { Button } from '#components/ui/input/button'
import { readCasePdfContract } from '#lib/contracts/runs/runs'
import { pathOf } from '#lib/http/client'

/** The case as a file to keep or to send: data, decisions, documents and history on paper. */
export function CasePdfMenu({ runId }: { runId: string }) {
  const pdf = pathOf(readCasePdfContract, { id: runId })
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="sm" className="print:hidden">
          <FileDownIcon aria-hidden /> PDF
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem asChild>
          <a href={pdf} download>
            Without comments
          </a>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <a href={`${pdf}?comments=true`} download>
            With comments
          </a>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
