import { useEffect, useRef, useState } from 'react'
import { createAnnouncer } from './announcer.ts'
import { type ChatMessage, textOf } from './messages.ts'

/** Reads the growing answer to screen readers, politely, a sentence at a time. */
export function LiveRegion(props: { message: ChatMessage | undefined; live: boolean }) {
	const { message, live } = props
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

	return (
		<div aria-live="polite" className="sr-only">
			{spoken}
		</div>
	)
}
