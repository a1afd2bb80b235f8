/** Holds the revert dialog for the chat and the editor pane. */
import type { RevertPart } from '@fairlead/protocol/revert'
import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { RevertContext, type RevertSubject } from './revert-context.ts'

/** Few conversations are ever reverted. */
const RevertDialog = lazy(() => import('./revert-dialog.tsx'))

/** The conversation on screen, as far as going back concerns it. */
interface Place {
	readonly conversationId: string
	/** A run is active: nothing can be reverted before it ends. */
	readonly live: boolean
	readonly onBegun: (part: RevertPart) => void
}

const PlaceContext = createContext<(place: Place | null) => void>(() => undefined)

export function RevertProvider(props: { children: ReactNode }) {
	const [place, setPlace] = useState<Place | null>(null)
	const [subject, setSubject] = useState<RevertSubject | null>(null)
	return (
		<PlaceContext value={setPlace}>
			<RevertContext value={place === null || place.live ? null : setSubject}>
				{props.children}
				{place && subject && (
					<Suspense fallback={null}>
						<RevertDialog
							conversationId={place.conversationId}
							subject={subject}
							onClose={() => setSubject(null)}
							onBegun={place.onBegun}
						/>
					</Suspense>
				)}
			</RevertContext>
		</PlaceContext>
	)
}

/** Says which conversation is on screen, while it is. */
export function useRevertPlace(place: Place): void {
	const register = use(PlaceContext)
	const { conversationId, live, onBegun } = place
	useEffect(() => {
		register({ conversationId, live, onBegun })
		return () => register(null)
	}, [register, conversationId, live, onBegun])
}
