import { nameOfLanguage } from '#lib/domain/form/texts/languages'
import { cn } from '#components/ui/cn'
import { useFormTexts } from '../texts.ts'

const linkClass = cn(
  'inline-flex min-h-9 items-center rounded-md px-2.5 text-sm outline-none',
  'focus-visible:ring-2 focus-visible:ring-ring aria-[current]:bg-accent',
  'aria-[current]:font-semibold not-aria-[current]:text-primary',
  'not-aria-[current]:underline underline-offset-2',
)

type Props = { language: string; languages: string[] }

/** The languages of the form, as links, which need no program; what was typed stays in the tab. */
export function LanguageChoice({ language, languages }: Props) {
  const { text } = useFormTexts()
  if (languages.length < 2) return null
  return (
    <nav aria-label={text('language')}>
      <ul className="flex flex-wrap gap-1">
        {languages.map((each) => (
          <li key={each}>
            <a
              href={`?language=${encodeURIComponent(each)}`}
              lang={each}
              hrefLang={each}
              aria-current={each === language ? 'true' : undefined}
              className={linkClass}
            >
              {nameOfLanguage(each)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
