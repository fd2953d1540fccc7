/** Why a document cannot be drawn, in a sentence for its author. */
export class Refused extends Error {
  readonly box: number | undefined
  constructor(message: string, box?: number) {
    super(message)
    this.box = box
  }
}

export const refuse = (message: string): never => {
  throw new Refused(message)
}
