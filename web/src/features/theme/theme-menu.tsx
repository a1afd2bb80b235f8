/** Light or dark. Its code comes after the page that it stands on, to a place that is kept for it. */
import { lazyPart } from '../../ui/loading/lazy-part.tsx'

const ThemeChoices = lazyPart(() => import('./theme-choices.tsx'))

export const ThemeMenu = () => <ThemeChoices until={<span className="size-8" />} />
