import { Refused as Unreadable } from '../../reader/refused.ts'

/** Why PDFs cannot be worked on, in a sentence for the person who gave them. */
export class Refused extends Unreadable {
  /** The number of the PDF at fault, from 0. */
  readonly file: number | undefined
  constructor(message: string, file?: number) {
    super(message)
    this.file = file
  }
}

export const refuse = (message: string, file?: number): never => {
  throw new Refused(message, file)
}
