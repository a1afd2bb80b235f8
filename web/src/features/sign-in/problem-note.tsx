import { SignInProblem } from '@fairlead/protocol/people/sign-in'
import { Note } from '../../ui/feedback.tsx'

const WORDS: Readonly<Record<SignInProblem, { readonly title: string; readonly text: string }>> = {
	denied: {
		title: 'You did not agree to sign in',
		text: 'Nothing has changed. Try again, or choose another way.',
	},
	stale: {
		title: 'That sign-in is no longer valid',
		text: 'It was begun in another browser, or more than fifteen minutes ago. Start again.',
	},
	provider_failed: {
		title: 'The service did not confirm who you are',
		text: 'Try again in a moment, or choose another way.',
	},
	sign_up_closed: {
		title: 'You have no account here',
		text: 'The owner of this server decides who may make one. If you were invited, open the invitation’s link again.',
	},
	identity_taken: {
		title: 'That account already belongs to someone here',
		text: 'It was not added to yours. Sign in with it to use the account that it belongs to.',
	},
}

/** The problem in a service’s answer, for people; nothing if there is none. */
export function ProblemNote(props: { problem: string | null; className?: string }) {
	const known = SignInProblem.safeParse(props.problem)
	if (!known.success) return null
	const { title, text } = WORDS[known.data]
	const level = known.data === 'denied' ? 'info' : 'error'
	return (
		<Note level={level} title={title} {...(props.className ? { className: props.className } : {})}>
			{text}
		</Note>
	)
}
