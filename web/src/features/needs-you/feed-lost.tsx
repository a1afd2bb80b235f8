/** Says that what needs the person may be out of date. */
import { useEffect, useState } from 'react'
import { useFeedLostAt } from '../../data/conversations/needs-you.ts'
import { Note } from '../../ui/feedback.tsx'

/** A connection that comes back this fast is not worth a word. */
const PATIENCE_MS = 4_000

export default function FeedLost(props: { className?: string }) {
	const lostAt = useFeedLostAt()
	const [lasting, setLasting] = useState<number | null>(null)
	useEffect(() => {
		if (lostAt === null) return
		const timer = setTimeout(() => setLasting(lostAt), lostAt + PATIENCE_MS - Date.now())
		return () => clearTimeout(timer)
	}, [lostAt])
	// It may come into view long after the loss, as the list of conversations does.
	if (lostAt === null || (lasting !== lostAt && Date.now() < lostAt + PATIENCE_MS)) return null
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
