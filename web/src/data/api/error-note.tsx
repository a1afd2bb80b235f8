import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback.tsx'
import { toApiError } from './problem.ts'

/** A failed request, with a way to try again. */
export function ErrorNote(props: {
	error: unknown
	onRetry?: () => void
	/** The label of the button that tries again. */
	retry?: string
	className?: string
}) {
	const error = toApiError(props.error)
	const [backSince, setBackSince] = useState<unknown>(null)
	useEffect(() => {
		const back = () => setBackSince(props.error)
		window.addEventListener('online', back)
		return () => window.removeEventListener('online', back)
	}, [props.error])
	// The way to try again stays: what was asked for is still missing.
	if (error.code === 'offline' && backSince === props.error && !props.onRetry) return null
	return (
		<Note
			level="error"
			title={error.message}
			{...(props.className ? { className: props.className } : {})}
			action={
				props.onRetry && (
					<Button className="!min-h-7 !px-2.5 text-line" onClick={props.onRetry}>
						{props.retry ?? 'Try again'}
					</Button>
				)
			}
		>
			{error.detail}
			{error.requestId && (
				<span className="mt-1 block font-mono text-cap">Request {error.requestId}</span>
			)}
		</Note>
	)
}
