import type { RunState } from '@fairlead/protocol/conversations/runs'
import type { CallView } from '@fairlead/protocol/view/call-view'
import { plain } from '@fairlead/protocol/view/labels/label'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useMayAnswer } from '../../../data/person/use-role.ts'
import { labelOf } from '../../../parts/calls/labels.ts'
import { endWords } from '../../../run/end-words.ts'
import { type ChatMessage, textOf } from '../../../run/messages/messages.ts'
import { useStreamingMessage } from '../../../run/messages/streaming-message.ts'
import { useNames } from '../../../run/names-context.tsx'
import { createAnnouncer } from './announcer.ts'

/** Utterances that stay in the page: a screen reader reads each as it is added, so one may not replace another. */
const KEPT = 8

/** Reads the growing answer to screen readers, politely, a sentence at a time, and the agent's approval requests. */
export function LiveRegion(props: {
	message: ChatMessage | undefined
	live: boolean
	/** The calls that wait for approval. */
	questions: readonly CallView[]
}) {
	const { live, questions } = props
	const message = useStreamingMessage(props.message)
	const names = useNames()
	const mayAnswer = useMayAnswer()
	const [first] = questions
	const more = questions.length > 1 ? `, and ${questions.length - 1} more` : ''
	const asks = first && plain(labelOf(first, names)) + more
	const announcer = useRef({ id: '', own: createAnnouncer() })
	const [spoken, setSpoken] = useState<readonly { id: number; text: string }[]>([])
	const nextId = useRef(0)
	const answer = message?.role === 'assistant' ? message : undefined
	const id = answer?.id ?? ''
	const text = answer ? textOf(answer) : ''
	const state: RunState | undefined = answer?.metadata?.state
	const wasLive = useRef(false)

	const say = useCallback((sentences: readonly string[]) => {
		const added = sentences.map((sentence) => ({ id: nextId.current++, text: sentence }))
		if (added.length > 0) setSpoken((before) => [...before, ...added].slice(-KEPT))
	}, [])

	useEffect(() => {
		if (announcer.current.id !== id) announcer.current = { id, own: createAnnouncer() }
		const { own } = announcer.current
		if (live) say(own.update(text))
		else if (wasLive.current) say([...own.flush(text), ...endWords(state)])
		wasLive.current = live
	}, [id, text, live, state, say])

	useEffect(() => {
		if (asks && mayAnswer) {
			say([`The agent needs your approval. ${asks}. Enter approves, Escape denies.`])
		} else if (asks) say([`The agent is waiting for an approval. ${asks}.`])
	}, [asks, mayAnswer, say])

	return (
		<div aria-live="polite" aria-relevant="additions" className="sr-only">
			{spoken.map((sentence) => (
				<p key={sentence.id}>{sentence.text}</p>
			))}
		</div>
	)
}
