/** The output of a command so far: follows the end, until the reader scrolls up. */
import { useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import type { Followed } from './follower.ts'
import { type Asked, useFollowed } from './use-followed.ts'

/** Closer to the end than this counts as being at the end. */
const NEAR_END_PX = 24

export function OutputBox(props: {
	asked: Asked
	label: string
	/** In a list that scrolls itself: so low that its newest line is seen. */
	low?: boolean
}) {
	const box = useRef<HTMLDivElement>(null)
	const followed = useFollowed(props.asked, box)
	const { text, cut } = followed.output
	const sticks = useRef(true)
	const [atEnd, setAtEnd] = useState(true)
	const log = useRef<HTMLPreElement>(null)
	const toEnd = () => {
		if (log.current) log.current.scrollTop = log.current.scrollHeight
	}
	// biome-ignore lint/correctness/useExhaustiveDependencies: more text is a longer box
	useLayoutEffect(() => {
		if (sticks.current) toEnd()
	}, [text])
	const said = saidOf(followed)
	return (
		<div ref={box} className="pt-1">
			{cut && <p className="pb-1 text-cap text-faint">Earlier lines are left out.</p>}
			{text !== '' && (
				<pre
					ref={log}
					role="log"
					aria-label={props.label}
					// A command writes more than anyone wants to hear: the box is read when a person goes to it.
					aria-live="off"
					// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
					tabIndex={0}
					dir="ltr"
					onScroll={({ currentTarget: one }) => {
						sticks.current = one.scrollHeight - one.scrollTop - one.clientHeight < NEAR_END_PX
						setAtEnd(sticks.current)
					}}
					className={cx(
						'focus-inset overflow-auto rounded-md border border-edge bg-surface p-3 font-mono text-cap leading-[18px]',
						props.low ? 'max-h-40' : 'max-h-80',
					)}
				>
					{text}
				</pre>
			)}
			<div className="flex flex-wrap items-baseline gap-x-3 pt-1">
				<p role="status" className={cx('text-cap', followed.error ? 'text-muted' : 'text-faint')}>
					{said}
				</p>
				{!atEnd && (
					<button
						type="button"
						onClick={toEnd}
						className="rounded-sm text-cap text-muted underline decoration-edge-strong underline-offset-3 hover:text-text max-md:min-h-11"
					>
						Jump to the newest line
					</button>
				)}
			</div>
		</div>
	)
}

/** Returns null while it is simply growing: that can be seen. */
function saidOf({ output, error }: Followed): string | null {
	if (error?.code === 'not_found') return output.text === '' ? 'No output yet.' : null
	if (error) return error.message
	const { standing, text } = output
	if (standing === null) return null
	if (text === '') return standing.state === 'running' ? 'No output yet.' : 'It wrote nothing.'
	return null
}
