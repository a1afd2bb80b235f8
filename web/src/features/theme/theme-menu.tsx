/** Light or dark. Its code comes after the page that it stands on, to a place that is kept for it. */
import { lazy, Suspense } from 'react'

const ThemeChoices = lazy(() => import('./theme-choices.tsx'))

export const ThemeMenu = () => (
	<Suspense fallback={<span className="size-8" />}>
		<ThemeChoices />
	</Suspense>
)
