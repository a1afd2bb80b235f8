import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'
import { type To, useHref, useNavigate } from 'react-router'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
	readonly to: To
	readonly ref?: Ref<HTMLAnchorElement>
}

/** Whether the browser itself should follow the link: into another tab, window or file. */
const isForBrowser = (event: MouseEvent<HTMLAnchorElement>): boolean =>
	event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey

/** A link within the page. Not react-router's, which brings 4 KB of prefetching and forms to each route. */
export function Link({ to, onClick, ...rest }: LinkProps) {
	const href = useHref(to)
	const navigate = useNavigate()
	return (
		<a
			{...rest}
			href={href}
			onClick={(event) => {
				onClick?.(event)
				if (event.defaultPrevented || isForBrowser(event)) return
				if (rest.target !== undefined && rest.target !== '_self') return
				event.preventDefault()
				// Following a link to the current address adds no history entry.
				const isHere = href === location.pathname + location.search + location.hash
				void navigate(to, { replace: isHere })
			}}
		/>
	)
}
