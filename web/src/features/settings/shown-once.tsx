/** A secret that was just made and cannot be read again. */
import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Note } from '../../ui/feedback.tsx'

export function ShownOnce(props: {
	title: string
	secret: string
	copyLabel: string
	/** How to use it. */
	children: ReactNode
}) {
	return (
		<Note
			level="warning"
			title={props.title}
			className="mb-4"
			action={<CopyButton text={() => props.secret} label={props.copyLabel} />}
		>
			<code className="block font-mono text-line text-text wrap-anywhere select-all">
				{props.secret}
			</code>
			The server stores only its hash. {props.children}
		</Note>
	)
}
