/** A secret that was just made and cannot be read again. */
import type { ReactNode } from 'react'
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
			{props.kept ?? 'The server stores only its hash.'} {props.children}
		</Note>
	)
}
