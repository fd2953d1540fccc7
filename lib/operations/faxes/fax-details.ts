import { createHmac } from 'node:crypto'
import type { FaxCover } from '#lib/domain/provider/fax'
import { deriveKey } from '#lib/env'
import { openText, sealText } from '#lib/sealed-text'

/** What of a fax is stored encrypted: people see it who may read the fax, and no log does. */
export type FaxDetails = {
  /** The other side's number, as far as it is known. */
  number: string | null
  /** Our number to which it came. */
  line: string | null
  /** The ids of the files of a sent fax, in their order, without the cover page. */
  files: string[]
  cover: FaxCover | null
  coverFileId: string | null
  timeZone: string | null
}

export const noFaxDetails: FaxDetails = {
  number: null,
  line: null,
  files: [],
  cover: null,
  coverFileId: null,
  timeZone: null,
}

/** Where the details of a fax belong. */
export const faxPlace = (faxId: string) => ({ purpose: 'faxes', boundTo: `fax:${faxId}` })

export const sealFaxDetails = (faxId: string, details: FaxDetails): string =>
  sealText(faxPlace(faxId), JSON.stringify(details))

/** Of a fax that was sent or received before they were stored, nothing is known. */
export const openFaxDetails = ({ id, sealed }: { id: string; sealed: string | null }): FaxDetails =>
  sealed === null
    ? noFaxDetails
    : { ...noFaxDetails, ...(JSON.parse(openText(faxPlace(id), sealed)) as Partial<FaxDetails>) }

/**
 * A number is found by this. The key keeps somebody with a copy of the database from trying all
 * numbers.
 */
export const faxNumberHash = (organizationId: string, number: string): string =>
  createHmac('sha256', deriveKey('numbers of faxes'))
    .update(`${organizationId} ${number}`)
    .digest('base64url')
