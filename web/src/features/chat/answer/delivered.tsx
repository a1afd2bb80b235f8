import { promptPieces, promptText } from '@fairlead/protocol/automations/automation-prompt'
import { visible } from '@fairlead/protocol/view/visible'
import type { ReactNode } from 'react'

/** Shortens a long value to fit a sentence; the copy button has all of it. */
const MAX_VALUE_CHARS = 300

/** The sentence of an automation's prompt with the values that came; each is marked as one. */
export default function Delivered(props: {
	prompt: string
	/** @param text all of it, to be copied */
	children: (said: ReactNode, text: string) => ReactNode
}) {
	const { prompt, children } = props
	const pieces = promptPieces(prompt)
	if (pieces === null) return children(prompt, prompt)
	const said = pieces.map((piece, at) =>
		'text' in piece ? (
			piece.text
		) : (
			<code
				// biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in order
				key={at}
				title={`${piece.path}, from the delivery`}
				className="rounded-sm bg-surface px-1 font-mono text-line"
			>
				{visible(piece.value.slice(0, MAX_VALUE_CHARS))}
				{piece.value.length > MAX_VALUE_CHARS && '…'}
			</code>
		),
	)
	return children(said, promptText(pieces))
}
