/** A whole round as a GIF. */
import { GifWriter } from './gif.ts'
import { type CoreLayout, paintIndexes } from './layout.ts'
import { GROUND } from './palette.ts'
import type { Replay } from './replay.ts'

/** Ten seconds. */
const MAX_FRAMES = 120
const FRAME_MS = 80
/** The end stays in sight before the film begins again. */
const LAST_FRAME_MS = 2_500

/**
 * Leaves the replay at its end.
 * @param onFrame told how much is done, from 0 to 1
 */
export function filmOf(
	replay: Replay,
	layout: CoreLayout,
	colours: readonly number[],
	onFrame: (share: number) => void,
): Blob {
	const { width, height } = layout
	const gif = new GifWriter({ width, height, colours })
	const { end } = replay.opened
	const frames = Math.min(MAX_FRAMES, end + 1)
	for (let n = 0; n < frames; n++) {
		const cycle = frames === 1 ? 0 : Math.round((end * n) / (frames - 1))
		replay.move({ kind: 'cycle', cycle })
		const isLast = n === frames - 1
		gif.add(paintIndexes(layout, replay.frame.looks, GROUND), isLast ? LAST_FRAME_MS : FRAME_MS)
		onFrame((n + 1) / frames)
	}
	return gif.end()
}
