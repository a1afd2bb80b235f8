/** The box of a question's text: nothing in it is cut, and it tells when its end was in view. */
import { ChevronsDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { Whole } from '../../ui/text/whole.ts'

/** Marks a part that is still being read: the end of the question cannot be in view. */
export const PENDING = 'data-pending'
/** Marks a part that is not shown as it is: it never can. */
export const WITHHELD = 'data-withheld'
const UNSEEN = `[${PENDING}],[${WITHHELD}]`

/** unread: its end was not in view · read: it was · withheld: a part of it is not shown at all */
export type ReadState = 'unread' | 'read' | 'withheld'

/**
 * @param props.label names the box for a screen reader
 * @param props.onReadState `read` once the end was in view; `unread` again when the text grows or changes
 */
export function WholeBox(props: {
	label: string
	readState: ReadState
	onReadState: (readState: ReadState) => void
	children: ReactNode
}) {
	const { onReadState } = props
	const box = useRef<HTMLDivElement>(null)
	const content = useRef<HTMLDivElement>(null)
	const end = useRef<HTMLDivElement>(null)
	const [hasMore, setHasMore] = useState(false)
	useEffect(() => {
		const text = content.current
		const mark = end.current
		if (!text || !mark) return
		let seenHeight = -1
		let seenText = ''
		const eye = new IntersectionObserver((entries) => {
			const inView = entries.at(-1)?.isIntersecting === true
			const isUnseen = text.querySelector(UNSEEN) !== null
			if (text.querySelector(`[${WITHHELD}]`) !== null) onReadState('withheld')
			// A box that does not scroll has its end beside the button: both are further down the page.
			const scrolls = box.current && box.current.scrollHeight > box.current.clientHeight
			setHasMore(!inView && scrolls === true)
			if (!inView || isUnseen) return
			seenHeight = text.offsetHeight
			seenText = text.textContent
			onReadState('read')
		})
		eye.observe(mark)
		const changes = new MutationObserver(() => {
			// Read anew, it may say something else at the same length.
			if (text.querySelector(UNSEEN) !== null) seenHeight = -1
			const isWithheld = text.querySelector(`[${WITHHELD}]`) !== null
			// Colours change no text.
			if (text.offsetHeight > seenHeight || text.textContent !== seenText)
				onReadState(isWithheld ? 'withheld' : 'unread')
			// Observed anew, it reports where the mark is now.
			eye.unobserve(mark)
			eye.observe(mark)
		})
		changes.observe(text, { childList: true, subtree: true, characterData: true })
		return () => {
			eye.disconnect()
			changes.disconnect()
		}
	}, [onReadState])
	return (
		<Whole value={true}>
			{/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is a box that scrolls */}
			<div
				ref={box}
				role="group"
				aria-label={props.label}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
				tabIndex={0}
				// Positioned, so that words for screen readers in it scroll with it.
				className="focus-inset relative max-h-[min(24rem,50vh)] overflow-y-auto overflow-x-hidden"
			>
				<div ref={content}>{props.children}</div>
				<div ref={end} data-end-of-question className="h-px" />
			</div>
			{hasMore && props.readState !== 'read' && (
				<button
					type="button"
					className={buttonClass('quiet', 'mt-1 !px-2')}
					onClick={() => end.current?.scrollIntoView({ block: 'end' })}
				>
					<ChevronsDown className="!size-3.5" />
					There is more below
				</button>
			)}
		</Whole>
	)
}
