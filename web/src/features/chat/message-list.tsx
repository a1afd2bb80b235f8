/** The messages of a conversation. Those far from what is read keep their height and nothing else. */
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { chunksOf, sameMessages } from '../../run/messages/chunks.ts'
import type { ChatMessage } from '../../run/messages/messages.ts'
import { Answer } from './answer/answer.tsx'
import { Question } from './answer/question.tsx'
import { ContinueContext } from './continue-run.ts'
import { isAnchorOf } from './use-anchor.ts'

/** Messages further away than this are removed from the page: some screens, so that fast scrolling shows no gap. */
const KEEP_WITHIN_PX = 6_000

interface ChunkProps {
	readonly messages: readonly ChatMessage[]
	/** The run is active, and the last answer of this group belongs to it. */
	readonly live: boolean
	/** The group that holds the newest message. */
	readonly newest: boolean
	/** A link to a message in it was followed; null: not to one of these. */
	readonly wantedId: string | null
	readonly goOn: (() => void) | null
	readonly scroller: RefObject<HTMLDivElement | null>
}

export function MessageList(props: {
	messages: readonly ChatMessage[]
	live: boolean
	/** The pending target of an address: a message, or a step of one. */
	wantedId: string | null
	goOn: (() => void) | null
	scroller: RefObject<HTMLDivElement | null>
}) {
	const { messages, live, wantedId, goOn, scroller } = props
	const first = useRef<string>(undefined)
	first.current ??= messages[0]?.id
	const chunks = useMemo(() => chunksOf(messages, first.current), [messages])
	return chunks.map((chunk, index) => {
		const newest = index === chunks.length - 1
		return (
			<MessageChunk
				key={chunk.key}
				messages={chunk.messages}
				newest={newest}
				live={live && newest}
				wantedId={
					wantedId !== null && chunk.messages.some((m) => isAnchorOf(wantedId, m.id))
						? wantedId
						: null
				}
				goOn={live || !newest ? null : goOn}
				scroller={scroller}
			/>
		)
	})
}

const MessageChunk = memo(
	function MessageChunk(props: ChunkProps) {
		const { messages, live, newest, wantedId, goOn, scroller } = props
		const box = useRef<HTMLDivElement>(null)
		/** In pixels, once it is off the page; null while it is on it. */
		const [height, setHeight] = useState<number | null>(null)
		const shown = height === null || newest || wantedId !== null
		// Stays until it is seen to be far away again.
		if (shown && height !== null) setHeight(null)

		useEffect(() => {
			const element = box.current
			if (!element || newest) return
			const observer = new IntersectionObserver(
				([entry]) => {
					if (!entry) return
					const { height } = entry.boundingClientRect
					if (entry.isIntersecting) setHeight(null)
					// Without a height the whole chat is hidden: another pane is in front of it.
					else if (height > 0 && !isHeld(element)) setHeight(height)
				},
				{ root: scroller.current, rootMargin: `${KEEP_WITHIN_PX}px 0px` },
			)
			observer.observe(element)
			return () => observer.disconnect()
		}, [newest, scroller])

		return (
			<div
				ref={box}
				className="flex flex-col gap-6"
				style={shown ? undefined : { height: `${height}px` }}
			>
				{shown &&
					messages.map((message, index) => {
						const last = newest && index === messages.length - 1
						return message.role === 'user' ? (
							<Question key={message.id} message={message} acts />
						) : (
							<ContinueContext key={message.id} value={last ? goOn : null}>
								<Answer
									message={message}
									live={live && last}
									wantedId={wantedId !== null && isAnchorOf(wantedId, message.id) ? wantedId : null}
								/>
							</ContinueContext>
						)
					})}
			</div>
		)
	},
	(a, b) =>
		a.live === b.live &&
		a.newest === b.newest &&
		a.wantedId === b.wantedId &&
		a.goOn === b.goOn &&
		sameMessages(a.messages, b.messages),
)

/** Scrolling must not remove the keyboard focus or selected text. */
function isHeld(element: Element): boolean {
	const selection = getSelection()
	const marked = selection?.isCollapsed === false && selection.containsNode(element, true)
	return marked || element.contains(document.activeElement)
}
