/** A failure above the message box, and sending the message that it kept from being sent. */
import { ErrorNote } from '../../../data/api/error-note.tsx'
import type { ApiError } from '../../../data/api/problem.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback.tsx'

const SEND_AGAIN = 'Send again'

/** Sends the text that came back to the message box, with the person's changes to it. */
function sendAgain(): void {
	const box = document.getElementById('composer')
	if (box instanceof HTMLTextAreaElement) box.form?.requestSubmit()
}

/**
 * @param error null: none, or it no longer applies
 * @param notSent the message in the box never reached the server
 */
export function NotSent({ error, notSent }: { error: ApiError | null; notSent: boolean }) {
	if (error) {
		return (
			<ErrorNote error={error} {...(notSent ? { onRetry: sendAgain, retry: SEND_AGAIN } : {})} />
		)
	}
	return (
		notSent && (
			<Note
				level="info"
				title="Your message has not been sent"
				action={<Button onClick={sendAgain}>{SEND_AGAIN}</Button>}
			>
				It is in the message box.
			</Note>
		)
	)
}
