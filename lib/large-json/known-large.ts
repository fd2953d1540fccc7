/** Lists and objects of which it is known that they are large: to count their fields takes long. */
const known = new WeakSet()

export const noteLarge = (value: object): void => void known.add(value)
export const isKnownLarge = (value: object): boolean => known.has(value)
