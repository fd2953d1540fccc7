const names = new Intl.DisplayNames(['en'], { type: 'language' })

/** The name of a language in the language of the editor. */
export function englishNameOf(language: string): string {
  try {
    return names.of(language) ?? language
  } catch {
    return language
  }
}
