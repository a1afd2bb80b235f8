/** A server whose address leads every other computer to itself. */
import type { ReactNode } from 'react'
import { Note } from '../ui/feedback.tsx'

/** Whether this name of the server is one of the computer that shows the page. */
export const isThisComputerOnly = (host: string): boolean =>
	/^(localhost|127(\.\d+){3}|\[::1\])$/.test(host) || host.endsWith('.localhost')

/** Nothing where others can reach the server. */
export function ThisComputerOnly(props: { children: ReactNode; className?: string }) {
	if (!isThisComputerOnly(location.hostname)) return null
	return (
		<Note
			level="warning"
			title="This works on this computer only"
			{...(props.className === undefined ? {} : { className: props.className })}
		>
			Another computer cannot reach {location.host}. {props.children}
		</Note>
	)
}
