/** Signals that coding agents give a person, wherever in the project they are: sounds and notifications, as they chose. */
import { type ComponentType, lazy, Suspense } from 'react'
import { useAgentNotifyChoice, useAgentSound } from '../../../data/person/notify-choice.ts'

type Signal = { readonly default: ComponentType }
const NOTHING: Signal = { default: () => null }
/** If its code cannot be loaded, there is none. */
const Chimes = lazy((): Promise<Signal> => import('./chimes.tsx').catch(() => NOTHING))
const Notices = lazy((): Promise<Signal> => import('./notices.tsx').catch(() => NOTHING))

export default function Signals() {
	const sounds = useAgentSound()
	// A push is shown without the page.
	const notifies = useAgentNotifyChoice() === 'on'
	return (
		<Suspense fallback={null}>
			{sounds && <Chimes />}
			{notifies && <Notices />}
		</Suspense>
	)
}
