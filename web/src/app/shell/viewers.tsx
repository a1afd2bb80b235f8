import { useRoom } from '../../data/room/room-context.tsx'
import { Tip } from '../../ui/overlays/tip.tsx'

/** Circles that fit the header; the rest is a number. */
const MAX_SHOWN = 3

const initials = (name: string): string =>
	name
		.split(/\s+/)
		.filter(Boolean)
		.slice(0, 2)
		.map((word) => [...word][0]?.toLocaleUpperCase() ?? '')
		.join('') || '?'

/** The other viewers. Shows nothing if you are alone. */
export function Viewers() {
	const viewers = useRoom().state?.viewers ?? []
	if (viewers.length < 2) return null
	const names = viewers.map((viewer) => viewer.name).join(', ')
	return (
		<Tip label={`Watching: ${names}`}>
			<button
				type="button"
				className="flex cursor-default items-center gap-1 rounded-full px-1 max-md:min-h-11"
			>
				<span className="sr-only">
					{viewers.length} people are watching: {names}
				</span>
				{viewers.slice(0, MAX_SHOWN).map((viewer) => (
					<span
						key={viewer.viewerId}
						aria-hidden
						className="flex size-6 items-center justify-center rounded-full bg-press text-[10px] font-semibold"
					>
						{initials(viewer.name)}
					</span>
				))}
				{viewers.length > MAX_SHOWN && (
					<span aria-hidden className="tabular pl-1 text-cap text-muted">
						+{viewers.length - MAX_SHOWN}
					</span>
				)}
			</button>
		</Tip>
	)
}
