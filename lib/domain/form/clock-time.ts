const pattern =
  /^([01]\d|2[0-3]):[0-5]\d(:([0-5]\d|60)(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/i

/**
 * JSON Schema's format `time` as this product reads it: `HH:MM`, with or without seconds and
 * offset. RFC 3339 demands an offset, but a time of day on a form ("the appointment is at 14:05")
 * has none.
 */
export const isClockTime = (text: string): boolean => pattern.test(text)
