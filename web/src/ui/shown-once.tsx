/** A secret that was just made and cannot be read again. */
import { type ReactNode, useEffect, useRef } from 'react'
import { CopyButton } from './copy-button.tsx'
import { Note } from './feedback.tsx'

export function ShownOnce(props: {
	title: string
	secret: string
	copyLabel: string
	/** The form in which the server keeps it; by default, only its hash. */
	kept?: string
	/** How to use it. */
	children: ReactNode
}) {
	const box = useRef<HTMLDivElement>(null)
	// It cannot be read again: wherever the page was scrolled to, it is in view.
	useEffect(() => {
		box.current?.focus({ preventScroll: true })
		box.current?.scrollIntoView({ block: 'center' })
	}, [])
	return (
		<div ref={box} tabIndex={-1} className="outline-none">
			<Note
				level="warning"
				title={props.title}
				className="mb-4"
				action={<CopyButton text={() => props.secret} label={props.copyLabel} />}
			>
				<code className="block font-mono text-line text-text break-all select-all">
					{props.secret}
				</code>
				{props.kept ?? 'The server stores only its hash.'} {props.children}
			</Note>
		</div>
	)
}
