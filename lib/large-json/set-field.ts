/** Sets a field of plain JSON, whatever its name is. */
export function setField(fields: Record<string, unknown>, name: string, value: unknown): void {
  // By a plain assignment it would become the prototype.
  if (name !== '__proto__') fields[name] = value
  else {
    const ordinary = { writable: true, enumerable: true, configurable: true }
    Object.defineProperty(fields, name, { value, ...ordinary })
  }
}
