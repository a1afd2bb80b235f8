import { useEffect, useRef, useState } from 'react'
import type { CallView } from '../run/build-run.ts'
import { plain } from '../tools/label.ts'
import { labelOf } from '../tools/labels.ts'
import { useNames } from '../tools/names-context.tsx'
import { createAnnouncer } from './announcer.ts'
import { type ChatMessage, textOf } from './messages.ts'

/** Reads the growing answer to screen readers, politely, a sentence at a time, and what the agent asks. */
export function LiveRegion(props: {
	message: ChatMessage | undefined
	live: boolean
	/** The call that waits for a person's yes or no. */
	question: CallView | undefined
}) {
	const { message, live, question } = props
	const names = useNames()
	const asks = question && plain(labelOf(question, names))
	const announcer = useRef({ id: '', own: createAnnouncer() })
	const [spoken, setSpoken] = useState('')
	const answer = message?.role === 'assistant' ? message : undefined
	const id = answer?.id ?? ''
	const text = answer ? textOf(answer) : ''
	const wasLive = useRef(false)

	useEffect(() => {
		if (announcer.current.id !== id) announcer.current = { id, own: createAnnouncer() }
		const { own } = announcer.current
		if (live) {
			const sentences = own.update(text)
			if (sentences.length > 0) setSpoken(sentences.join(' '))
		} else if (wasLive.current) {
			const rest = own.flush(text)
			setSpoken([...rest, 'The answer is complete.'].join(' '))
		}
		wasLive.current = live
	}, [id, text, live])

	useEffect(() => {
		if (asks) setSpoken(`The agent asks. ${asks}. Enter allows, Escape does not.`)
	}, [asks])

	return (
		<div aria-live="polite" className="sr-only">
			{spoken}
		</div>
	)
}
