/** A file without a readable table; the message is for the person who sent it. */
export class Refused extends Error {}

export const refuse = (message: string): never => {
  throw new Refused(message)
}
