/** The overlays of every signed-in page, by key and by button. */
import { Keyboard } from 'lucide-react'
import type { Action } from '../actions/registry.ts'

/** The overlays that open here, one at a time. */
export interface Overlays {
	readonly palette: () => void
	readonly shortcuts: () => void
}

/** The two that the sheet lists under "Everywhere". */
export const overlayActions = ({ palette, shortcuts }: Overlays): readonly Action[] => [
	{
		id: 'palette.open',
		title: 'Find a conversation, object or command',
		group: 'Everywhere',
		keys: 'mod+k',
		inPalette: false,
		run: palette,
	},
	{
		id: 'shortcuts.show',
		title: 'Keyboard shortcuts',
		group: 'Everywhere',
		icon: Keyboard,
		keys: '?',
		run: shortcuts,
	},
]
