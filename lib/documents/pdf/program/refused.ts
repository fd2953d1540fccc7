/** Why a PDF cannot be worked on, in a sentence for the person who gave it. */
export class Refused extends Error {
  readonly file: number | undefined
  constructor(message: string, file?: number) {
    super(message)
    this.file = file
  }
}

export const refuse = (message: string, file?: number): never => {
  throw new Refused(message, file)
}
