/** Signals that coding agents give a person, wherever in the project they are: sounds and notifications, as they chose. */
import { useAgentNotifyChoice, useAgentSound } from '../../../data/person/notify-choice.ts'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'

const Chimes = lazyPart(() => import('./chimes.tsx'))
const Notices = lazyPart(() => import('./notices.tsx'))

export default function Signals() {
	const sounds = useAgentSound()
	// A push is shown without the page.
	const notifies = useAgentNotifyChoice() === 'on'
	return (
		<>
			{sounds && <Chimes />}
			{notifies && <Notices />}
		</>
	)
}
