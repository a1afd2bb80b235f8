/** Says that what needs the person may be out of date. */
import { useEffect, useState } from 'react'
import { useFeedLink } from '../../data/conversations/needs-you.ts'
import { Note } from '../../ui/feedback.tsx'

/** A connection that comes back this fast is not worth a word. */
const PATIENCE_MS = 4_000

export default function FeedLost(props: { className?: string }) {
	const lost = useFeedLink() === 'reconnecting'
	const [long, setLong] = useState(false)
	useEffect(() => {
		if (!lost) return
		const timer = setTimeout(() => setLong(true), PATIENCE_MS)
		return () => {
			clearTimeout(timer)
			setLong(false)
		}
	}, [lost])
	if (!lost || !long) return null
	return (
		<Note
			level="warning"
			title="Live updates are interrupted"
			{...(props.className ? { className: props.className } : {})}
		>
			The list of what needs you may be out of date. The page is reconnecting.
		</Note>
	)
}
