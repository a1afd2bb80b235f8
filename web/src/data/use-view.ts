import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { layoutNow } from '../ui/layout.ts'
import { searchOf, type View, viewOf } from './address.ts'

/** Workspaces have a pane of a phone's width instead; visitors have the drawer there too. */
const isDrawer = (pathname: string): boolean => {
	const layout = layoutNow()
	return layout === 'medium' || (layout === 'narrow' && pathname.startsWith('/shared/'))
}

/**
 * The view that the address describes, and a function to show another: a step of the browser's
 * history, so that Back undoes it. Where the pane is a drawer, Back closes that.
 * In `show`, `replace`: closing something is not a step to return to; `hash`: the anchor to go to.
 */
export function useView(): readonly [
	View,
	(change: Partial<View>, replace?: boolean, hash?: string) => void,
] {
	const { search } = useLocation()
	const navigate = useNavigate()
	const show = useCallback(
		(change: Partial<View>, replace = false, hash = location.hash) => {
			// The address of now: two changes may come before the page is drawn again.
			const now = searchOf(viewOf(location.search))
			const wanted = { ...viewOf(location.search), ...change }
			// If all panes fit, none is in front.
			const next = searchOf(layoutNow() === 'wide' ? { ...wanted, pane: 'chat' } : wanted)
			if (next === now && hash === location.hash) return
			// A path that is left out would be the drawn page's: it would lead back from a page that still loads.
			const { pathname } = location
			navigate({ pathname, search: next, hash }, { replace: replace || isDrawer(pathname) })
		},
		[navigate],
	)
	return [viewOf(search), show]
}
