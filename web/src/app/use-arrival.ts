/**
 * A page that a person goes to is read from its beginning: scrolled there, with its heading in focus for a keyboard
 * and a screen reader. The browser does that for documents; between the pages of one document nobody else does.
 */
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** The workspace and its shared twin scroll inside, and say themselves where the focus goes. */
export const keepsItsPlace = (pathname: string): boolean =>
	/^\/(?:p\/[^/]+(?:\/c\/[^/]+)?|shared\/.+|corewar)\/?$/.test(pathname)

export function useArrival(): void {
	const { pathname, hash } = useLocation()
	const how = useNavigationType()
	const before = useRef(pathname)
	useEffect(() => {
		if (before.current === pathname) return
		before.current = pathname
		// A section that the address names is sought out by its page.
		if (keepsItsPlace(pathname) || hash !== '') return
		const main = document.querySelector('main')
		// An element that took the focus as it appeared is to be seen first: a field, a secret that is shown once.
		if (!main || main.contains(document.activeElement)) return
		// Back and forward: the browser puts it where it was.
		if (how !== 'POP') window.scrollTo(0, 0)
		const heading = main.querySelector('h1') ?? main
		heading.tabIndex = -1
		heading.style.outline = 'none'
		heading.focus({ preventScroll: true })
	}, [pathname, hash, how])
}
