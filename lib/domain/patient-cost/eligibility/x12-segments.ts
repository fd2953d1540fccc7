import { UnreadableEligibility } from './benefit.ts'

type Segments = { segments: string[][]; repetition: string; component: string }

const isSeparator = (char: string | undefined): char is string =>
  char !== undefined && /^[^A-Za-z0-9]$/.test(char)

/**
 * Splits an X12 interchange into segments of elements. ISA names the separators (ISA11 repetition,
 * ISA16 component, and the character after it ends a segment); without ISA the customary * ~ ^ :
 * apply. Line breaks after the terminator are removed. Throws UnreadableEligibility.
 */
export function x12Segments(raw: string): Segments {
  const text = raw.trim()
  if (!text.startsWith('ISA')) {
    if (/^(BHT|HL|NM1|EB)[^A-Za-z0-9\s]/.test(text))
      throw new UnreadableEligibility(
        'This X12 is cut off: its beginning is missing. Hand in the whole answer, from ISA to IEA.',
      )
    const separator = /^(?:GS|ST)([^A-Za-z0-9\s])/.exec(text)?.[1]
    if (separator === undefined)
      throw new UnreadableEligibility('This text is no X12: it should begin with ISA.')
    return { segments: split(text, '~', separator), repetition: '^', component: ':' }
  }
  const separator = text[3]
  if (!isSeparator(separator))
    throw new UnreadableEligibility(
      'The ISA segment of this X12 is broken: its fourth character should be the separator.',
    )
  const header = text.split(separator, 17)
  const component = header[16]?.[0]
  const terminator = header[16]?.[1]
  if (!isSeparator(component) || !isSeparator(terminator))
    throw new UnreadableEligibility(
      'The ISA segment of this X12 is broken: it needs 16 elements and a segment terminator.',
    )
  const named = header[11]?.trim()
  return {
    segments: split(text, terminator, separator),
    repetition: isSeparator(named) ? named : '^',
    component,
  }
}

function split(text: string, terminator: string, separator: string): string[][] {
  return text
    .split(terminator)
    .map((segment) => segment.trim())
    .filter(Boolean)
    .map((segment) => segment.split(separator).map((element) => element.trim()))
}
