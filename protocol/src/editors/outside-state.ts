/** Apart from the words, which the page loads later. */
import type { EditorSeat } from './editors.ts'
import type { Outside, OutsideState } from './outside.ts'

const NO_NEWS: readonly OutsideState[] = ['not_connected', 'no_package', 'not_running']

/**
 * The state of a disconnected editor as seen from outside, if it says more than its phase. A domain reload only looks
 * like a lost connection, which the phase already says. A crash is reported even while the relay still waits for the
 * editor to come back.
 */
export const outsideStateOf = ({
	phase,
	outside,
}: Pick<EditorSeat, 'phase' | 'outside'>): Outside | undefined =>
	phase === 'gone' || (phase !== 'modal' && outside && !NO_NEWS.includes(outside.state))
		? outside
		: undefined
